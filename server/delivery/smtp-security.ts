import { isLoopback } from '../visitor/loopback.ts';

export interface SmtpSecurity {
  /** Always: nothing leaves otherwise. Offered: where the mail server offers it, which somebody in between can prevent. */
  readonly encryption: 'always' | 'offered' | 'never';
  /** The mail server is on this machine: nobody is in between. */
  readonly isLocal: boolean;
  /** Whether it has to prove that it is the one that is named. */
  readonly isVerified: boolean;
}

/** How safely mail gets to the server that SMTP_URL names. A password never crosses a network unencrypted. */
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

/** What could take back what is decided above: options in the address count for more than ours. */
const DECIDED = ['requireTLS', 'ignoreTLS', 'opportunisticTLS', 'secure', 'secured'];

/** The address without what is decided here, and how it is decided. */
export function smtpOptions(smtpUrl: string) {
  const { encryption } = smtpSecurity(smtpUrl);
  const url = new URL(smtpUrl);
  if (encryption === 'always') for (const option of DECIDED) url.searchParams.delete(option);
  return { url: url.href, requireTLS: encryption === 'always' };
}
