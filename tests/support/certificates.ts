import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A certificate and its key as PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

function der(tag: number, ...contents: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(contents.map((part) => Buffer.from(part)));
  const size = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const COMMON_NAME = oid('550403');
const ALT_NAMES = oid('551d11');
const CONSTRAINTS = oid('551d13');
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));

const nameOf = (name: string) => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, name))));
const time = (ms: number) => der(0x18, new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, ''));
const altName = (name: string) =>
  isIPv4(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, name);
const pem = (certificate: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

interface Wanted {
  readonly subject: string;
  readonly issuer: string;
  readonly signer: KeyObject;
  readonly publicKey: KeyObject;
  readonly extension: Buffer;
  readonly from: number;
  readonly to: number;
}

function certificate({ subject, issuer, signer, publicKey, extension, from, to }: Wanted): string {
  const contents = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    nameOf(issuer),
    sequence(time(from), time(to)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  return pem(sequence(contents, ECDSA_SHA256, bits(sign('sha256', contents, signer))));
}

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keyText = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }) as string;
const namesIn = (names: readonly string[]) => sequence(ALT_NAMES, der(0x04, sequence(...names.map(altName))));

/** A certificate authority for one test, trusted by no one else. */
export function testAuthority() {
  const { privateKey, publicKey } = newKey();
  const issuer = 'Test authority';
  const now = Date.now();
  const extension = sequence(
    CONSTRAINTS,
    der(0x01, Buffer.from([0xff])),
    der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
  );
  const span = { from: now - 30 * DAY_MS, to: now + 30 * DAY_MS };
  return {
    cert: certificate({ subject: issuer, issuer, signer: privateKey, publicKey, extension, ...span }),
    /** A certificate for these hosts, valid for this many days. */
    issue(names: readonly string[], days = 1): Identity {
      const own = newKey();
      const extension = namesIn(names);
      const wanted = { subject: 'Mail server', issuer, signer: privateKey, publicKey: own.publicKey, extension };
      return { cert: certificate({ ...wanted, ...span, to: now + days * DAY_MS }), key: keyText(own.privateKey) };
    },
  };
}

export function selfSigned(names: readonly string[]): Identity {
  const { privateKey, publicKey } = newKey();
  const [subject, now] = ['Mail server', Date.now()];
  const span = { from: now - DAY_MS, to: now + DAY_MS };
  const wanted = { subject, issuer: subject, signer: privateKey, publicKey, extension: namesIn(names), ...span };
  return { cert: certificate(wanted), key: keyText(privateKey) };
}
