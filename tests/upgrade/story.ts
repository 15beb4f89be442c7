import { keysFrom } from '../../server/crypto/keys.ts';
import { solvedCaptcha } from '../support/captcha.ts';
import { until } from '../support/process.ts';
import { totpCode } from '../support/second-factor.ts';
import { codeIn, type TestSmtp } from '../support/smtp.ts';
import { type Answer, Visitor } from '../support/visitor.ts';

/**
 * Creates the data that is stored for a release. Old versions run it too, so it checks for a feature before using it.
 */

export const SECRET_KEY = 'a-key-for-releases-that-is-long-enough';
export const ADMIN = { username: 'admin', password: 'the-admin-of-the-releases' };
export const EXIT_URL = 'https://shop.example.org/thanks';
const BOT_TOKEN = '123456789:AAEhBOweik9ai2o01ZyZPNfLnYP2T9xHQ1s';
const OWN_PASSWORD = 'correct horse battery';

/** A browser that returns to the next version. */
export interface KeptBrowser {
  readonly ip: string;
  readonly cookies: Readonly<Record<string, string>>;
}

/** A guest in the middle of the flow; the code is null while its email is queued. */
interface KeptGuest extends KeptBrowser {
  readonly email: string;
  readonly code: string | null;
}

interface KeptUser {
  readonly username: string;
  readonly password: string;
}

/** What the tests of later versions need to know about the data. */
export interface Kept {
  readonly version: string;
  /** When the server was stopped. */
  readonly at: number;
  readonly users: {
    readonly own: KeptUser & { readonly id: string; readonly browser: KeptBrowser };
    readonly temporary: KeptUser & { readonly email: string };
    readonly suspended: KeptUser;
    readonly deleted: string;
    /** Null in versions without roles. */
    readonly helper: KeptUser | null;
    /** Null in versions without second factors. */
    readonly withApp: (KeptUser & { readonly secret: string }) | null;
  };
  readonly admin: KeptBrowser;
  readonly guests: {
    readonly confirmed: KeptGuest;
    readonly hasCode: KeptGuest;
    readonly waitsForMail: KeptGuest;
    readonly prompted: KeptBrowser;
    readonly redirected: KeptBrowser;
  };
}

export interface World {
  readonly url: string;
  readonly version: string;
  readonly smtp: TestSmtp;
}

const keys = keysFrom(SECRET_KEY);

/** All but `at`, which is known once the server has stopped. */
export async function playStory({ url, version, smtp }: World): Promise<Omit<Kept, 'at'>> {
  let people = 0;
  const arrive = () => {
    people += 1;
    return new Visitor(people, () => [url]);
  };
  const signedIn = async ({ username, password }: KeptUser) => {
    const visitor = arrive();
    const recaptchaToken = await solvedCaptcha(keys, Date.now());
    await done(visitor.ask('POST', '/api/auth/login', { username, password, recaptchaToken }));
    return visitor;
  };
  const admin = await signedIn(ADMIN);
  const add = async (username: string, further: object = {}) => {
    const body = await done(admin.ask('POST', '/api/admin/users', { username, ...further }));
    return { username, password: body.temporaryPassword as string, id: body.id as string };
  };
  /** Replaces the temporary password, and stays signed in. */
  const settled = async <User extends KeptUser>(user: User) => {
    const visitor = await signedIn(user);
    const { password: currentPassword } = user;
    await done(visitor.ask('POST', '/api/auth/change-password', { currentPassword, newPassword: OWN_PASSWORD }));
    return { user: { ...user, password: OWN_PASSWORD }, visitor };
  };

  await done(
    admin.ask('POST', '/api/admin/settings', {
      emailPromptMessage: 'Please look at your e-mail address again.',
      codePromptMessage: 'Please enter the code that we have sent you.',
      exitMessage: 'Thank you, that was all.',
      exitUrl: EXIT_URL,
      telegramBotToken: BOT_TOKEN,
      telegramChatId: '-1001234567890',
    }),
  );

  const own = await settled(await add('mira', { firstName: 'Zoë', lastName: 'Ångström', email: 'mira@example.com' }));
  await done(own.visitor.ask('PATCH', '/api/user/profile', { firstName: 'Zoë', lastName: 'Ångström', city: 'Graz' }));
  const suspended = await add('pia');
  await done(admin.ask('PATCH', `/api/admin/users/${suspended.id}/status`, { status: 'suspended' }));
  const deleted = await add('quirin');
  await done(admin.ask('DELETE', `/api/admin/users/${deleted.id}`));
  await done(
    admin.ask('POST', '/api/admin/redirects', {
      userId: own.user.id,
      destinationPath: '/terms-agreement',
      isPersistent: true,
    }),
  );
  const helper = await knownRole(admin, add);
  const withApp = await appAdded(await settled(await add('theo')));

  const guestAt = async (page: string) => {
    const guest = arrive();
    await done(guest.ask('GET', '/api/guest/state'));
    await done(guest.ask('POST', '/api/guest/log-activity', { page }));
    return guest;
  };
  const withCode = async (email: string) => {
    const guest = await guestAt('Email Entry Page');
    await done(guest.ask('POST', '/api/guest/submit-email', { email }));
    await done(guest.ask('POST', '/api/user/send-verification-code', { email }));
    return guest;
  };
  const mailedCode = async (email: string) => {
    const mail = () => smtp.received.find(({ to }) => to === email);
    await until(`email to ${email}`, () => mail() !== undefined);
    return codeIn(mail() as NonNullable<ReturnType<typeof mail>>);
  };

  const confirmed = await withCode('confirmed@example.com');
  const confirmedCode = await mailedCode('confirmed@example.com');
  const answered = { email: 'confirmed@example.com', code: confirmedCode };
  await done(confirmed.ask('POST', '/api/guest/submit-code', answered));
  await done(confirmed.ask('POST', '/api/user/verify-code', answered));
  await done(confirmed.ask('POST', '/api/guest/code-processed', { ...answered, success: true }));

  const hasCode = await withCode('has-code@example.com');
  const code = await mailedCode('has-code@example.com');
  const wrong = code === '000000' ? '000001' : '000000';
  await hasCode.ask('POST', '/api/user/verify-code', { email: 'has-code@example.com', code: wrong });

  // From here on the mail server is down, so emails stay queued for the next version.
  await smtp.close();
  const temporary = await add('nele', { email: 'nele@example.com', sendByMail: true });
  const waitsForMail = await withCode('waits@example.com');

  const prompted = await guestAt('Verify Code Page');
  await done(admin.ask('POST', '/api/admin/guest-prompt', { guestIp: prompted.ip, prompt: 'code' }));
  const redirected = await guestAt('Email Entry Page');
  await done(admin.ask('POST', '/api/admin/redirects', { guestIp: redirected.ip, isGuestRedirect: true, exit: true }));
  await until('a notification has arrived', async () => {
    const { body } = await admin.ask('GET', '/api/admin/notifications');
    return body.length > 0;
  });

  return {
    version,
    users: {
      own: { ...own.user, browser: kept(own.visitor) },
      temporary: { ...temporary, email: 'nele@example.com' },
      suspended,
      deleted: deleted.username,
      helper,
      withApp,
    },
    admin: kept(admin),
    guests: {
      confirmed: { ...kept(confirmed), ...answered },
      hasCode: { ...kept(hasCode), email: 'has-code@example.com', code },
      waitsForMail: { ...kept(waitsForMail), email: 'waits@example.com', code: null },
      prompted: kept(prompted),
      redirected: kept(redirected),
    },
  };
}

type AddUser = (username: string, further?: object) => Promise<KeptUser & { readonly id: string }>;

async function knownRole(admin: Visitor, add: AddUser): Promise<KeptUser | null> {
  const { status } = await admin.ask('GET', '/api/admin/audit');
  return status === 404 ? null : add('hedda', { role: 'helper' });
}

async function appAdded({ user, visitor }: { user: KeptUser; visitor: Visitor }) {
  const { status, body } = await visitor.ask('POST', '/api/auth/second-factor/totp');
  if (status === 404) return null;
  await done(visitor.ask('POST', '/api/auth/second-factor/totp/confirm', { totp: totpCode(body.secret, Date.now()) }));
  return { ...user, secret: body.secret as string };
}

async function done(asked: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await asked;
  if (status !== 200) throw new Error(`The story cannot be played: ${status} ${JSON.stringify(body)}`);
  return body;
}

const kept = ({ ip, cookies }: Visitor): KeptBrowser => ({ ip, cookies: Object.fromEntries(cookies) });
