export interface ConnectionError extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

const UNTRUSTED = "The mail server's certificate comes from an authority that is not trusted here";
const SELF_SIGNED = "The mail server's certificate is self-signed";
const UNKNOWN_NAME = "The mail server's name is unknown";
const NO_WAY = "Can't reach the mail server";
const TOO_SLOW = 'The mail server did not answer in time';
const CUT = 'The mail server closed the connection';

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The mail server refused the connection',
  ECONNRESET: CUT,
  ECONNECTION: CUT,
  EPIPE: CUT,
  ETIMEDOUT: TOO_SLOW,
  EHOSTUNREACH: NO_WAY,
  ENETUNREACH: NO_WAY,
  ENOTFOUND: UNKNOWN_NAME,
  EAI_AGAIN: UNKNOWN_NAME,
  EDNS: UNKNOWN_NAME,
  EAUTH: 'The mail server rejected the user name and password in SMTP_URL',
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_SIGNATURE_FAILURE: UNTRUSTED,
  CERT_UNTRUSTED: UNTRUSTED,
  CERT_HAS_EXPIRED: "The mail server's certificate has expired",
  CERT_NOT_YET_VALID: "The mail server's certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "The mail server's certificate is for another name",
};

const NOT_OFFERED = 'The mail server offers no encryption (STARTTLS), so nothing is sent';

/** For staff, so without host name and credentials. */
export function describeSmtpError({
  code = '',
  originalCode,
  response,
  responseCode,
  command,
  message,
}: ConnectionError): string {
  if (code === 'ETLS' && command === 'STARTTLS' && responseCode !== undefined)
    return `${NOT_OFFERED} (${responseCode})`;
  const words = WORDS[originalCode ?? ''] ?? WORDS[code];
  if (words !== undefined) return `${words} (${responseCode ?? originalCode ?? code})`;
  // Without the server's text, which may be foreign.
  return response === undefined ? message : `The mail server rejected the connection (${responseCode || code})`;
}
