export interface ConnectionError extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

const UNTRUSTED = 'The certificate of the mail server comes from an authority that is not trusted here';
const SELF_SIGNED = 'The certificate of the mail server is signed by nobody but itself';
const UNKNOWN_NAME = 'The name of the mail server is not known';
const NO_WAY = 'There is no way to the mail server';
const TOO_SLOW = 'The mail server does not answer in time';
const CUT = 'The mail server has ended the connection';

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The mail server refuses connections',
  ECONNRESET: CUT,
  ECONNECTION: CUT,
  EPIPE: CUT,
  ETIMEDOUT: TOO_SLOW,
  EHOSTUNREACH: NO_WAY,
  ENETUNREACH: NO_WAY,
  ENOTFOUND: UNKNOWN_NAME,
  EAI_AGAIN: UNKNOWN_NAME,
  EDNS: UNKNOWN_NAME,
  EAUTH: 'The mail server does not accept the user name and password of SMTP_URL',
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_SIGNATURE_FAILURE: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_HAS_EXPIRED: 'The certificate of the mail server has expired',
  CERT_NOT_YET_VALID: 'The certificate of the mail server is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the mail server is for another name',
};

const NOT_OFFERED = 'The mail server does not offer encryption (STARTTLS), without which nothing is sent';

/** For staff: without host name and credentials. */
export function describeSmtpError({
  code = '',
  originalCode,
  responseCode,
  command,
  message,
}: ConnectionError): string {
  if (code === 'ETLS' && command === 'STARTTLS' && responseCode !== undefined)
    return `${NOT_OFFERED} (${responseCode})`;
  const words = WORDS[originalCode ?? ''] ?? WORDS[code];
  if (words !== undefined) return `${words} (${responseCode ?? originalCode ?? code})`;
  return responseCode === undefined ? message : `The mail server turns us away: ${message}`;
}
