import { hash } from 'node:crypto';
import type { Challenge } from '../../../contract/captcha/captcha.ts';
import { DAY_MS, HOUR_MS, isLongAgo } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { sweepTable } from '../../db/batches.ts';
import { prepared } from '../../db/prepared.ts';
import type { Trx } from '../../db/tables.ts';
import { badInput, HttpError } from '../../errors.ts';
import type { Caller } from '../../limits/fair-shares.ts';
import { type Algorithm, CHALLENGE_LIFETIME_S, createAltcha, type Difficulty, type Puzzle } from './altcha.ts';
import { Prepared } from './prepared.ts';
import { providerAccepts } from './providers.ts';

const captchaMissing = () => badInput(({ problems }) => problems.captchaMissing);
const captchaRefused = () => new HttpError('captcha_refused', ({ errors }) => errors.captchaRefused);

/** Valid, but not used yet: use it up in the transaction that it allows. */
interface GoodCaptcha {
  readonly id: string;
  readonly expiresAt: number;
}

/** Longer than its validity, so that setting the clock back doesn't revive a used captcha. */
const REMEMBERED_FOR_MS = DAY_MS;

const WHILE_GUESSED: Difficulty = 4;

export function difficultyAt(pressure: number): Difficulty {
  if (pressure < 0.25) return 1;
  if (pressure < 0.5) return 2;
  return pressure < 0.75 ? 4 : 8;
}

const insertUsed = prepared<{ id: string; expires_at: number }, unknown>((db, { id, expires_at }) =>
  db
    .insertInto('used_captchas')
    .values({ id, expires_at })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

export type Captcha = ReturnType<typeof createCaptcha>;

export function createCaptcha({ config, db, keys, clock, fetch, log, hasher }: Core) {
  const { captcha } = config;
  const altcha = createAltcha(keys, clock);
  const puzzles = new Prepared<`${Algorithm} ${Difficulty}`, Puzzle>((kind) => {
    const [algorithm, difficulty] = kind.split(' ');
    return altcha.puzzle(algorithm as Algorithm, Number(difficulty) as Difficulty);
  });
  // SCRYPT costs the server more, so only on plain http, where browsers lack PBKDF2.
  const isSecure = config.publicUrl.protocol === 'https:';
  let hardenedAt = Number.NEGATIVE_INFINITY;

  const difficultyFor = (caller: Caller): Difficulty => {
    if (caller.known !== undefined) return 1;
    const now = difficultyAt(hasher.pressure());
    return isLongAgo(hardenedAt, HOUR_MS, clock.now()) || now > WHILE_GUESSED ? now : WHILE_GUESSED;
  };

  return {
    async challenge(wanted: Algorithm, caller: Caller): Promise<Challenge> {
      const algorithm = isSecure ? 'PBKDF2/SHA-256' : wanted;
      return altcha.challenge(await puzzles.take(`${algorithm} ${difficultyFor(caller)}`, caller));
    },

    async check(token: string, ipAddress: string): Promise<GoodCaptcha> {
      if (token === '') throw captchaMissing();
      if (captcha.provider === 'altcha') {
        const solved = altcha.solved(token);
        if (solved === null) throw captchaRefused();
        return solved;
      }
      if (!(await providerAccepts({ captcha, fetch, log }, token, ipAddress))) throw captchaRefused();
      return { id: hash('sha256', token, 'base64url'), expiresAt: clock.now() + CHALLENGE_LIFETIME_S * 1000 };
    },

    async useUp(trx: Trx, { id, expiresAt }: GoodCaptcha): Promise<void> {
      const { numAffectedRows } = await insertUsed(trx, { id, expires_at: expiresAt });
      if (numAffectedRows !== 1n) throw captchaRefused();
    },

    /** Limits and delays hardly slow guessing from many networks. */
    hardenForAnHour() {
      hardenedAt = clock.now();
    },

    close: () => puzzles.close(),

    sweep(closing: AbortSignal): Promise<void> {
      const old = { key: 'id', time: 'expires_at', before: clock.now() - REMEMBERED_FOR_MS } as const;
      return sweepTable(db, { table: 'used_captchas', ...old }, closing);
    },
  };
}
