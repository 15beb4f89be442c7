import { createHmac } from 'node:crypto';
import { VERIFY_EMAIL_PATH } from '../../../contract/registration/registration.rules.ts';
import type { RegistrationInput } from '../../../contract/registration/registration.ts';
import { DAY_MS } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { Keys } from '../../crypto/keys.ts';
import { sweepTable } from '../../db/batches.ts';
import { newId } from '../../db/ids.ts';
import type { Db, Trx } from '../../db/tables.ts';
import { commitMail, type MailDeps } from '../../delivery/mail-limits.ts';
import { HttpError } from '../../errors.ts';
import { accountLanguage } from '../../languages.ts';
import { generatePassword } from '../../passwords/generate.ts';
import { folded } from '../../text/names.ts';
import { networkOf } from '../../visitor/address.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import type { Captcha } from '../captcha/captcha.ts';
import { recordActivity } from '../log/activity/activity.ts';
import { insertAccount, refuseTakenName, usernameTaken } from '../users/accounts.ts';
import { knownEmailMail, verificationMail } from './mails.ts';

const VALID_MS = DAY_MS;
const invalidCode = () => new HttpError('invalid_code', ({ errors }) => errors.registrationCodeInvalid);
const otherBrowser = () => new HttpError('other_browser', ({ errors }) => errors.otherBrowser);

export interface RegistrationDeps extends MailDeps, Pick<Core, 'config' | 'hasher' | 'leaked'> {
  readonly captcha: Captcha;
}

const tokenHash = (keys: Keys, token: string) =>
  createHmac('sha256', keys.derive('registration')).update(token.replaceAll(/[\s-]/g, '')).digest('base64url');

/** Answers alike for known addresses. Several browsers can wait for one address. */
export async function startRegistration(
  deps: RegistrationDeps,
  input: RegistrationInput,
  visitor: Visitor,
  guestId: string,
): Promise<void> {
  const { transact, clock, keys, hasher, leaked, captcha } = deps;
  const passwordHash = await hasher.withPlace({ address: visitor.ipAddress }, async (passwords) => {
    const good = await captcha.check(input.recaptchaToken, visitor.ipAddress);
    // Before the captcha is used up, so that the form can be sent again.
    await leaked.refuse(input.password, input);
    const twin = await transact('guest', async (trx) => {
      await captcha.useUp(trx, good);
      return trx.selectFrom('users').select('id').where('username_key', '=', folded(input.username)).executeTakeFirst();
    });
    if (twin !== undefined) throw usernameTaken();
    return passwords.hash(input.password);
  });
  await commitMail(deps, causedBy(input.email, visitor), 'given', async (trx, turn) => {
    const owner = await ownerOf(trx, input.email);
    const { language = null } = visitor;
    if (owner !== undefined)
      return mailKnownEmail(trx, deps, { email: input.email, language: accountLanguage(owner) ?? language }, turn);
    const token = generatePassword();
    const now = clock.now();
    await trx
      .deleteFrom('registrations')
      .where('email_key', '=', folded(input.email))
      .where('guest_id', '=', guestId)
      .execute();
    await trx
      .insertInto('registrations')
      .values({
        id: newId(now),
        email: input.email,
        email_key: folded(input.email),
        username: input.username,
        first_name: input.firstName,
        last_name: input.lastName,
        password_hash: passwordHash,
        token_hash: tokenHash(keys, token),
        expires_at: now + VALID_MS,
        guest_id: guestId,
      })
      .execute();
    await mailVerification(trx, deps, { ...input, language, guestIp: visitor.ipAddress }, token, turn);
  });
}

const causedBy = (email: string, visitor: Visitor) => ({
  email,
  visitor,
  browser: networkOf(visitor.ipAddress),
  by: 'guest' as const,
});

const ownerOf = (trx: Trx, email: string) =>
  trx
    .selectFrom('users')
    .select(['language', 'signed_in_language'])
    .where('email_key', '=', folded(email))
    .executeTakeFirst();

interface Reader {
  readonly email: string;
  readonly language: string | null;
}

const mailKnownEmail = (
  trx: Trx,
  { config, outbox, clock }: RegistrationDeps,
  { email, language }: Reader,
  turn: number,
) =>
  outbox.put(trx, knownEmailMail, {
    recipient: email,
    payload: { organisation: config.organisation, url: config.publicUrl.origin, language },
    expiresAt: clock.now() + VALID_MS,
    turn,
  });

const mailVerification = (
  trx: Trx,
  { config, outbox, clock }: RegistrationDeps,
  { email, username, language, guestIp }: Reader & { readonly username: string; readonly guestIp: string },
  token: string,
  turn: number,
) =>
  outbox.put(trx, verificationMail, {
    recipient: email,
    payload: {
      organisation: config.organisation,
      username,
      // In the fragment, which no server or proxy logs.
      link: `${config.publicUrl.origin}${VERIFY_EMAIL_PATH}#token=${token}`,
      code: token,
      language,
    },
    expiresAt: clock.now() + VALID_MS,
    guestIp,
    turn,
  });

/** Always the same answer. */
export async function resendRegistrationCode(
  deps: RegistrationDeps,
  { email, recaptchaToken }: { email: string; recaptchaToken: string },
  visitor: Visitor,
  guestId: string | null,
): Promise<void> {
  const { clock, keys, captcha } = deps;
  const { language = null } = visitor;
  const good = await captcha.check(recaptchaToken, visitor.ipAddress);
  await commitMail(deps, causedBy(email, visitor), 'given', async (trx, turn) => {
    await captcha.useUp(trx, good);
    if (guestId === null) return;
    const token = generatePassword();
    const now = clock.now();
    const waiting = await trx
      .selectFrom('registrations')
      .select(['id', 'email', 'username'])
      .where('email_key', '=', folded(email))
      .where('guest_id', '=', guestId)
      .where('expires_at', '>', now)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (waiting === undefined) return;
    await trx
      .updateTable('registrations')
      .set({ token_hash: tokenHash(keys, token), expires_at: now + VALID_MS })
      .where('id', '=', waiting.id)
      .execute();
    await mailVerification(trx, deps, { ...waiting, language, guestIp: visitor.ipAddress }, token, turn);
  });
}

/** Only in the browser that chose the password, or an owner could confirm one that a stranger knows. */
export async function completeRegistration(
  deps: RegistrationDeps,
  token: string,
  visitor: Visitor,
  guestId: string | null,
): Promise<void> {
  const { transact, clock, keys } = deps;
  await transact('guest', async (trx) => {
    const now = clock.now();
    const registration = await trx
      .deleteFrom('registrations')
      .where('token_hash', '=', tokenHash(keys, token))
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirstOrThrow(invalidCode);
    // Rolls back, so that the code still works in the right browser.
    if (guestId === null || registration.guest_id !== guestId) throw otherBrowser();
    await trx.deleteFrom('registrations').where('email_key', '=', registration.email_key).execute();
    const account = {
      username: registration.username,
      email: registration.email,
      firstName: registration.first_name,
      lastName: registration.last_name,
      role: 'user',
      passwordHash: registration.password_hash,
      passwordState: 'own',
    } as const;
    const user = await insertAccount(trx, account, keys, now);
    const details = { change: 'registered' } as const;
    await recordActivity(trx, { userId: user.id, action: 'profile_update', visitor, details, at: now });
  }).catch(refuseTakenName);
}

export const sweepRegistrations = (db: Db, now: number, closing: AbortSignal): Promise<void> =>
  sweepTable(db, { table: 'registrations', key: 'id', time: 'expires_at', before: now }, closing);
