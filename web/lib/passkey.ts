import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type Json = Record<string, unknown>;

const library = () => import('@simplewebauthn/browser');

export const hasPasskeys = () => 'PublicKeyCredential' in window;

/** `fromField`: offered as autofill of the username field. */
export async function askForPasskey(options: Json, fromField = false): Promise<Json> {
  const { startAuthentication } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON, useBrowserAutofill: fromField })) };
}

export async function offersInFields(): Promise<boolean> {
  return hasPasskeys() && (await library()).browserSupportsWebAuthnAutofill();
}

export async function makePasskey(options: Json): Promise<Json> {
  const { startRegistration } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON })) };
}
