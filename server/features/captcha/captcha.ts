import { hash } from 'node:crypto';
import { CAPTCHA_MISSING } from '../../../contract/auth.rules.ts';
import type { Challenge } from '../../../contract/captcha.ts';
import type { Core } from '../../core.ts';
import { sweepTable } from '../../db/batches.ts';
import { prepared } from '../../db/prepared.ts';
import type { Trx } from '../../db/tables.ts';
import { HttpError } from '../../errors.ts';
import { type Algorithm, CHALLENGE_LIFETIME_S, createAltcha } from './altcha.ts';
import { providerAccepts } from './providers.ts';

const captchaRefused = () =>
  new HttpError('captcha_refused', 'The captcha was not accepted. Please complete the captcha verification again.');

/** A token that was found good; it still has to be used up, in the transaction of what it is for. */
interface GoodCaptcha {
  readonly id: string;
  readonly expiresAt: number;
}

/** After it has expired: a clock that went ahead and was set back must not make a used one good again. */
const REMEMBERED_FOR_MS = 24 * 60 * 60 * 1000;

export interface Captcha {
  challenge(algorithm: Algorithm): Promise<Challenge>;
  check(token: string, ipAddress: string): Promise<GoodCaptcha>;
  /** Works once for each token, on however many processes it is tried at the same time. */
  useUp(trx: Trx, captcha: GoodCaptcha): Promise<void>;
  sweep(closing: AbortSignal): Promise<void>;
}

type CaptchaDeps = Pick<Core, 'config' | 'db' | 'keys' | 'clock' | 'fetch' | 'log'>;

const insertUsed = prepared<{ id: string; expires_at: number }, unknown>((db, { id, expires_at }) =>
  db
    .insertInto('used_captchas')
    .values({ id, expires_at })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

export function createCaptcha({ config: { captcha }, db, keys, clock, fetch, log }: CaptchaDeps): Captcha {
  const altcha = createAltcha(keys, clock);
  return {
    challenge: altcha.challenge,

    async check(token, ipAddress) {
      if (token === '') throw new HttpError('bad_input', CAPTCHA_MISSING);
      if (captcha.provider === 'altcha') {
        const solved = altcha.solved(token);
        if (solved === null) throw captchaRefused();
        return solved;
      }
      if (!(await providerAccepts({ captcha, fetch, log }, token, ipAddress))) throw captchaRefused();
      return { id: hash('sha256', token, 'base64url'), expiresAt: clock.now() + CHALLENGE_LIFETIME_S * 1000 };
    },

    async useUp(trx, { id, expiresAt }) {
      const { numAffectedRows } = await insertUsed(trx, { id, expires_at: expiresAt });
      if (numAffectedRows !== 1n) throw captchaRefused();
    },

    sweep(closing) {
      const old = { key: 'id', time: 'expires_at', before: clock.now() - REMEMBERED_FOR_MS } as const;
      return sweepTable(db, { table: 'used_captchas', ...old }, closing);
    },
  };
}
