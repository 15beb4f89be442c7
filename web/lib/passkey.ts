import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** What the server gives for the browser, and what the browser gives for the server. */
type Json = Record<string, unknown>;

export const PASSKEY_NOT_USED = 'The passkey was not used. Try again, or use another way.';
export const PASSKEY_NOT_ADDED = 'No passkey was added. Your device may have one for this account already.';

/** The library is downloaded when somebody wants to use a passkey. */
const library = () => import('@simplewebauthn/browser');

/** Whether this browser knows passkeys at all. */
export const hasPasskeys = () => 'PublicKeyCredential' in window;

/** Lets the browser ask for a passkey; `fromField` offers it in the list of the user name field instead. */
export async function askForPasskey(options: Json, fromField = false): Promise<Json> {
  const { startAuthentication } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON, useBrowserAutofill: fromField })) };
}

/** Whether the browser offers passkeys in the list of a field. */
export async function offersInFields(): Promise<boolean> {
  return hasPasskeys() && (await library()).browserSupportsWebAuthnAutofill();
}

/** Lets the browser make a passkey. */
export async function makePasskey(options: Json): Promise<Json> {
  const { startRegistration } = await library();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON })) };
}
