import * as z from 'zod';
import type { CaptchaConfig } from '../../config.ts';
import type { Core } from '../../core.ts';
import { HttpError } from '../../errors.ts';

type Provider = Exclude<CaptchaConfig['provider'], 'altcha'>;

const VERIFY_URL: Record<Provider, string> = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};
const TIMEOUT_MS = 5_000;

const Verdict = z.object({ success: z.boolean() });

const providerAway = () => new HttpError('captcha_unavailable', ({ errors }) => errors.captchaUnavailable, 10);

export interface ProviderOptions extends Pick<Core, 'fetch' | 'log'> {
  readonly captcha: Extract<CaptchaConfig, { provider: Provider }>;
}

/** Fails closed if the provider is unreachable. */
export async function providerAccepts(
  { captcha, fetch, log }: ProviderOptions,
  token: string,
  ipAddress: string,
): Promise<boolean> {
  try {
    const answer = await fetch(VERIFY_URL[captcha.provider], {
      method: 'POST',
      body: new URLSearchParams({ secret: captcha.secret, response: token, remoteip: ipAddress }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`${captcha.provider} answered ${answer.status}`);
    return Verdict.parse(await answer.json()).success;
  } catch (error) {
    log.warn({ err: error, provider: captcha.provider }, 'captcha provider did not answer');
    throw providerAway();
  }
}
