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
import type { Db, PasskeyRow, Trx, UserRow } from '../../../db/tables.ts';
import { parseJson } from '../../../text/json.ts';
import { type Bound, CHALLENGE_MS, type GoodChallenge, goodChallenge, newChallenge } from './challenges.ts';

type WebauthnDeps = Pick<Core, 'config' | 'keys' | 'clock'>;

/** Imported on first use, because loading takes most of a second. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256, RS256: every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257];

const Text = z.string().max(16_384);
const CredentialId = z.string().min(1).max(1_400);

const Credential = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).prefault({}),
});

const Assertion = Credential.extend({
  response: z.object({
    clientDataJSON: Text,
    authenticatorData: Text,
    signature: Text,
    userHandle: Text.nullish(),
  }),
});
export type Assertion = z.output<typeof Assertion>;

const Transports = z.array(z.string().max(40)).max(10);

const Attestation = Credential.extend({
  response: z.object({
    clientDataJSON: Text,
    attestationObject: Text,
    transports: Transports.optional(),
  }),
});

const ClientData = z.object({ crossOrigin: z.boolean().default(false) });

export const parseAssertion = (answer: unknown): Assertion | null => Assertion.safeParse(answer).data ?? null;

const siteOf = ({ publicUrl }: Config) => ({ expectedRPID: publicUrl.hostname, expectedOrigin: publicUrl.origin });

const handleOf = (userId: string) => Buffer.from(userId).toString('base64url');

type Known = Pick<PasskeyRow, 'credential_id' | 'transports'>;

const described = ({ credential_id, transports }: Known) => ({
  id: credential_id,
  type: 'public-key' as const,
  transports: (parseJson(Transports, transports) ?? []) as AuthenticatorTransport[],
});

export function creationOptions(
  deps: WebauthnDeps,
  user: Pick<UserRow, 'id' | 'username'>,
  known: readonly Known[],
  bound: Bound,
) {
  const { config } = deps;
  return {
    challenge: newChallenge(deps, bound),
    rp: { id: config.publicUrl.hostname, name: config.organisation },
    user: { id: handleOf(user.id), name: user.username, displayName: user.username },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'required' },
    extensions: { credProps: true },
  } satisfies PublicKeyCredentialCreationOptionsJSON;
}

/** `known` is null to accept any passkey of this portal. */
export function requestOptions(deps: WebauthnDeps, known: readonly Known[] | null, bound: Bound) {
  return {
    challenge: newChallenge(deps, bound),
    rpId: deps.config.publicUrl.hostname,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(known !== null && { allowCredentials: known.map(described) }),
  } satisfies PublicKeyCredentialRequestOptionsJSON;
}

/** Our pages never run in a frame, so a framed answer comes from an attacker. */
function isFramed(clientDataJSON: string): boolean {
  const data = parseJson(ClientData, Buffer.from(clientDataJSON, 'base64url').toString());
  return data?.crossOrigin !== false;
}

/** Checking an attestation would fetch URLs from a certificate that anyone could have written. */
async function isWithoutCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

type NewPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'backed_up'> & {
  readonly challenge: GoodChallenge;
};

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
    return null;
  }
}

let nobodysKey: string | null = null;

/** A key for unknown passkeys, so that checking them takes as long. */
function keyOfNobody(): string {
  if (nobodysKey === null) {
    const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
    const part = (label: number, value: string) =>
      Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(value, 'base64url')]);
    // COSE key: a CBOR map of five entries: EC2, ES256, P-256, x and y.
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

/** Null unless it answers a challenge for this purpose, on our page, with user verification. */
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
        // 0, because the library compares counters before the signature: a forged answer could look like a copied passkey.
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

export const passkeysOf = (db: Db | Trx, userId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();

export const findPasskey = (db: Db | Trx, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();

/** False for a counter seen before. 0 means that the authenticator has none. */
export async function advanceCounter(
  trx: Trx,
  id: string,
  { counter, backedUp }: Signed,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ counter, backed_up: Number(backedUp), used_at: now })
    .where('id', '=', id)
    .where((row) => (counter === 0 ? row('counter', '=', 0) : row('counter', '<', counter)))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
