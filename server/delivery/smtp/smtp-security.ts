import { isLoopback } from '../../visitor/address.ts';

export interface SmtpSecurity {
  /** `offered`: only if the server offers it, which an attacker in between can suppress. */
  readonly encryption: 'always' | 'offered' | 'never';
  readonly isLocal: boolean;
  readonly isVerified: boolean;
}

/** A password never crosses a network unencrypted. Decision 48. */
export function smtpSecurity(smtpUrl: string): SmtpSecurity {
  const { protocol, hostname, username, password, searchParams } = new URL(smtpUrl);
  const isSet = (option: string) => searchParams.get(option) === 'true';
  const isLocal = isLoopback(hostname);
  const hasSecret = username !== '' || password !== '';
  const isNeeded = protocol === 'smtps:' || isSet('requireTLS') || (hasSecret && !isLocal);
  return {
    encryption: isNeeded ? 'always' : isSet('ignoreTLS') ? 'never' : 'offered',
    isLocal,
    isVerified: searchParams.get('tls.rejectUnauthorized') !== 'false',
  };
}

/** Options in the URL would override ours. */
const DECIDED = ['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'secure', 'secured'];

export function smtpOptions(smtpUrl: string) {
  const { encryption } = smtpSecurity(smtpUrl);
  const url = new URL(smtpUrl);
  if (encryption === 'always') for (const option of DECIDED) url.searchParams.delete(option);
  return { url: url.href, requireTLS: encryption === 'always' };
}
