import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';

export const PASSKEY_NOT_USED = 'The passkey was not used. Try again, or use another way.';

/** Lets the browser ask for a passkey. The library is downloaded when somebody wants to use one. */
export async function askForPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON })) };
}
