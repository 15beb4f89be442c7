import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The options that the page passes to the browser. */
interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id?: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
  readonly allowCredentials?: readonly { readonly id: string }[];
}

/** Deviations that an honest browser and authenticator would never make. */
interface Dishonest {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  /** False: the authenticator has not verified the user. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  /** Claims another passkey than the one that signs. */
  readonly id?: string;
  readonly signature?: string;
  /** The attestation statement as CBOR, under this format name. */
  readonly attestation?: { readonly format: string; readonly statement: Buffer };
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

/** A CBOR head: major type and length. */
function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  if (length < 256) return Buffer.from([(kind << 5) | 24, length]);
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255]);
}
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const map = (...pairs: Buffer[]) => Buffer.concat([head(5, pairs.length / 2), ...pairs]);
const negative = (value: number) => head(1, -1 - value);
export const cbor = {
  text,
  bytes,
  map,
  list: (...items: Buffer[]) => Buffer.concat([head(4, items.length), ...items]),
};

/** Plays authenticator and browser: one passkey of one account. */
export class Authenticator {
  readonly id = base64url(randomBytes(32));
  counter = 0;
  #userHandle: string | null = null;
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;
  readonly #origin: string;

  constructor(origin = 'http://localhost:3000') {
    this.#origin = origin;
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#publicKey = pair.publicKey;
    this.#privateKey = pair.privateKey;
  }

  /** The answer of `startRegistration`. */
  create(options: Options, dishonest: Dishonest = {}) {
    this.#userHandle = options.user?.id ?? null;
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const key = map(
      head(0, 1),
      head(0, 2),
      head(0, 3),
      negative(-7),
      negative(-1),
      head(0, 1),
      negative(-2),
      bytes(Buffer.from(x, 'base64url')),
      negative(-3),
      bytes(Buffer.from(y, 'base64url')),
    );
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, key]);
    const data = this.#authenticatorData(options.rp?.id, dishonest, credential);
    const { format, statement } = dishonest.attestation ?? { format: 'none', statement: map() };
    const attestation = map(text('fmt'), text(format), text('attStmt'), statement, text('authData'), bytes(data));
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: { credProps: { rk: true } },
      authenticatorAttachment: 'platform',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options, dishonest),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      },
    };
  }

  /** The answer of `startAuthentication`. */
  get(options: Options, dishonest: Dishonest = {}) {
    this.counter += 1;
    const data = this.#authenticatorData(options.rpId, dishonest);
    const clientDataJSON = this.#clientData('webauthn.get', options, dishonest);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const id = dishonest.id ?? this.id;
    const userHandle = dishonest.userHandle === undefined ? this.#userHandle : dishonest.userHandle;
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: dishonest.signature ?? base64url(sign('sha256', signed, this.#privateKey)),
        ...(userHandle !== null && { userHandle }),
      },
    };
  }

  #clientData(type: string, { challenge }: Options, dishonest: Dishonest): string {
    return base64url(
      JSON.stringify({
        type: dishonest.type ?? type,
        challenge: dishonest.challenge ?? challenge,
        origin: dishonest.origin ?? this.#origin,
        crossOrigin: dishonest.crossOrigin ?? false,
      }),
    );
  }

  #authenticatorData(rpId: string | undefined, dishonest: Dishonest, credential?: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(dishonest.counter ?? this.counter);
    const flags =
      PRESENT | (dishonest.verified === false ? 0 : VERIFIED) | (credential === undefined ? 0 : HAS_CREDENTIAL);
    return Buffer.concat([
      sha256(dishonest.rpId ?? rpId ?? ''),
      Buffer.from([flags]),
      counter,
      credential ?? Buffer.alloc(0),
    ]);
  }
}
