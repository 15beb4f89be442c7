import { generateKeyPairSync } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import * as z from 'zod';
import type { Config } from '../../../config.ts';
import type { Core } from '../../../core.ts';
import type { PasskeyRow, UserRow } from '../../../db/tables.ts';
import { parseJson } from '../../../text/json.ts';
import { type Bound, CHALLENGE_MS, type GoodChallenge, goodChallenge, newChallenge } from './challenges.ts';

type WebauthnDeps = Pick<Core, 'config' | 'keys' | 'clock'>;

/** Takes most of a second to load, and many portals never need it. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256, RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

/** Longer than any that an authenticator may make, in base64url. */
const CREDENTIAL_ID_MAX = 1400;

const Text = z.string().max(16_384);
const CredentialId = z.string().min(1).max(CREDENTIAL_ID_MAX);

const Assertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).prefault({}),
  response: z.object({
    clientDataJSON: Text,
    authenticatorData: Text,
    signature: Text,
    userHandle: Text.nullish(),
  }),
});
export type Assertion = z.output<typeof Assertion>;

const Transports = z.array(z.string().max(40)).max(10);

const Attestation = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).prefault({}),
  response: z.object({
    clientDataJSON: Text,
    attestationObject: Text,
    transports: Transports.optional(),
  }),
});

const ClientData = z.object({ crossOrigin: z.boolean().default(false) });

/** Null where it is not even in the shape of one. */
export const parseAssertion = (answer: unknown): Assertion | null => Assertion.safeParse(answer).data ?? null;

const siteOf = ({ publicUrl }: Config) => ({ expectedRPID: publicUrl.hostname, expectedOrigin: publicUrl.origin });

/** How authenticators know the account. It tells nothing about the person. */
const handleOf = (userId: string) => Buffer.from(userId).toString('base64url');

type Known = Pick<PasskeyRow, 'credential_id' | 'transports'>;

const described = ({ credential_id, transports }: Known) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports: (parseJson(Transports, transports) ?? []) as AuthenticatorTransport[],
});

/** For a new one of this account, on an authenticator that has none of it yet. */
export function creationOptions(
  deps: WebauthnDeps,
  user: Pick<UserRow, 'id' | 'username'>,
  known: readonly Known[],
  bound: Bound,
): PublicKeyCredentialCreationOptionsJSON {
  const { config } = deps;
  return {
    challenge: newChallenge(deps, bound),
    rp: { id: config.publicUrl.hostname, name: config.organisation },
    user: { id: handleOf(user.id), name: user.username, displayName: user.username },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    // Which make it is decides nothing here, so nobody has to tell.
    attestation: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'required' },
    extensions: { credProps: true },
  };
}

/** For one of these, or where nothing is known yet for any that the browser has of this portal. */
export function requestOptions(
  deps: WebauthnDeps,
  known: readonly Known[] | null,
  bound: Bound,
): PublicKeyCredentialRequestOptionsJSON {
  return {
    challenge: newChallenge(deps, bound),
    rpId: deps.config.publicUrl.hostname,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(known !== null && { allowCredentials: known.map(described) }),
  };
}

/** Our pages are never in the frame of another one, whatever the browser would let pass. */
function isFramed(clientDataJSON: string): boolean {
  const data = parseJson(ClientData, Buffer.from(clientDataJSON, 'base64url').toString());
  return data?.crossOrigin !== false;
}

/** Without the maker's word: checking that would mean to ask addresses that are in a certificate which anybody can write. */
async function isWithoutCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

type NewPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'backed_up'> & {
  readonly challenge: GoodChallenge;
};

/** The passkey that a browser has made as it was asked to; null for everything else. */
export async function createdPasskey(deps: WebauthnDeps, answer: unknown, bound: Bound): Promise<NewPasskey | null> {
  const { data } = Attestation.safeParse(answer);
  if (data === undefined || isFramed(data.response.clientDataJSON)) return null;
  let challenge: GoodChallenge | null = null;
  try {
    if (!(await isWithoutCertificates(data.response.attestationObject))) return null;
    const { verifyRegistrationResponse } = await library();
    const { registrationInfo } = await verifyRegistrationResponse({
      ...siteOf(deps.config),
      response: data as RegistrationResponseJSON,
      expectedChallenge: (sent) => {
        challenge = goodChallenge(deps, sent, [bound]);
        return challenge !== null;
      },
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined || challenge === null) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(data.response.transports ?? []),
      backed_up: Number(credentialBackedUp),
      challenge,
    };
  } catch {
    // The library throws at whatever is not as it should be.
    return null;
  }
}

let nobodysKey: string | null = null;

/** Of a key that nobody has: what is signed with a passkey that we do not know is looked at all the same, and as long. */
function keyOfNobody(): string {
  if (nobodysKey === null) {
    const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
    const part = (label: number, value: string) =>
      Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(value, 'base64url')]);
    // A map of five in CBOR: EC2, ES256, P-256, x and y.
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
    nobodysKey = Buffer.concat([head, part(0x21, x), part(0x22, y)]).toString('base64url');
  }
  return nobodysKey;
}

interface Signed {
  readonly counter: number;
  readonly backedUp: boolean;
  readonly challenge: GoodChallenge;
}

/**
 * What the authenticator has signed; null unless it is the answer of this passkey to a challenge that was made for this, on
 * our own page, by somebody whom it has checked. Its counter is for the caller to compare.
 */
export async function signedBy(
  deps: WebauthnDeps,
  passkey: Pick<PasskeyRow, 'public_key' | 'user_id'> | undefined,
  assertion: Assertion,
  bounds: readonly Bound[],
): Promise<Signed | null> {
  const { clientDataJSON, userHandle } = assertion.response;
  if (isFramed(clientDataJSON)) return null;
  let challenge: GoodChallenge | null = null;
  try {
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...siteOf(deps.config),
      response: assertion as AuthenticationResponseJSON,
      expectedChallenge: (sent) => {
        challenge = goodChallenge(deps, sent, bounds);
        return challenge !== null;
      },
      credential: {
        id: assertion.id,
        publicKey: Uint8Array.from(Buffer.from(passkey?.public_key ?? keyOfNobody(), 'base64url')),
        // The library would look at it before the signature, and then a stranger could make it look like a copy.
        counter: 0,
      },
      requireUserVerification: true,
    });
    if (!verified || challenge === null || passkey === undefined) return null;
    if (userHandle != null && userHandle !== '' && userHandle !== handleOf(passkey.user_id)) return null;
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp, challenge };
  } catch {
    return null;
  }
}
