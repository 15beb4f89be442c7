import { GUEST_PAGES, VERIFY_CODE_PATH } from '../../contract/verification/verification.rules.ts';
import { type Keys, keysFrom } from '../../server/crypto/keys.ts';
import { solvedCaptcha } from '../support/captcha.ts';
import { until } from '../support/process.ts';
import { codeIn, type ReceivedMail, type TestSmtp } from '../support/smtp.ts';
import type { Answer, Visitor } from '../support/visitor.ts';
import { type Journal, Unsettled } from './journal.ts';

export const ADMIN = { username: 'admin', password: 'the-admin-of-the-crashes' };
export const SECRET_KEY = 'a-key-for-crashes-that-is-long-enough';
const TERMS = '/terms-agreement';
const SECURITY_CHECK = '/security-check';
const MAIL_WITHIN_MS = 5_000;

/** What all stories share. */
export interface World {
  readonly journal: Journal;
  readonly smtp: TestSmtp;
  readonly random: () => number;
  /** Stays signed in through all kills. */
  readonly admin: Visitor;
  /** Failures that no crash explains. */
  readonly wrong: string[];
  next(): number;
  /** Whether the admin may still email a password: the daily limit is low. */
  mayInvite(): boolean;
  /** A new browser. */
  arrive(): Visitor;
  isOver(): boolean;
}

const keys: Keys = keysFrom(SECRET_KEY);

const captcha = () => solvedCaptcha(keys, Date.now());

export async function signIn(visitor: Visitor, username: string, password: string): Promise<Answer> {
  return visitor.ask('POST', '/api/auth/login', { username, password, recaptchaToken: await captcha() });
}

/** Null if the email does not arrive within the round; `rounds.ts` checks later that it does. */
async function mailTo({ smtp, isOver }: World, recipient: string): Promise<ReceivedMail | null> {
  const find = () => smtp.received.findLast(({ to }) => to === recipient);
  await until(`email to ${recipient}`, () => isOver() || find() !== undefined, MAIL_WITHIN_MS).catch(() => undefined);
  return find() ?? null;
}

/** Reads something; a crash may prevent that too. */
async function look(visitor: Visitor, path: string): Promise<Answer['body']> {
  const answer = await visitor.ask('GET', path).catch(() => null);
  if (answer === null || answer.status === 503) throw new Unsettled(path);
  return answer.body;
}

type Story = (world: World) => Promise<void>;

const guestLooksAround: Story = async (world) => {
  const { journal, random } = world;
  const guest = world.arrive();
  // A different page each time, because a repeated view makes no entry.
  for (const [index, page] of GUEST_PAGES.slice(0, 1 + Math.floor(random() * GUEST_PAGES.length)).entries()) {
    await journal.write('page view', { [`page views ${guest.ip}`]: index + 1 }, () =>
      guest.ask('POST', '/api/guest/log-activity', { page }),
    );
  }
  await journal.write('address', { [`addresses given ${guest.ip}`]: 1 }, () =>
    guest.ask('POST', '/api/guest/submit-email', { email: 'somebody@example.com' }),
  );
};

const guestVerifiesAnAddress: Story = async (world) => {
  const { journal, random } = world;
  const guest = world.arrive();
  const email = `guest-${guest.ip}@example.com`;
  await look(guest, '/api/guest/state');
  const code = `code ${guest.guestId}`;
  await journal.write(
    'code mail',
    { [code]: `${email} 0 null`, [`mails ${email}`]: 1, [`mails taken ${guest.ip}`]: 1 },
    () => guest.ask('POST', '/api/user/send-verification-code', { email }),
  );
  const mail = await mailTo(world, email);
  if (mail === null) return;
  const right = codeIn(mail);
  let tries = 1;
  if (random() < 0.3) {
    const wrong = right === '000000' ? '000001' : '000000';
    await journal.write(
      'wrong code',
      { [code]: `${email} 1 refused`, [`codes refused ${guest.ip}`]: 1 },
      () => guest.ask('POST', '/api/user/verify-code', { email, code: wrong }),
      // The refusal itself must be stored.
      ({ status, body }) => status === 400 && body.error === 'code_refused',
    );
    tries = 2;
  }
  await journal.write('right code', { [code]: `${email} ${tries} accepted`, [`codes accepted ${guest.ip}`]: 1 }, () =>
    guest.ask('POST', '/api/user/verify-code', { email, code: right }),
  );
};

interface NewUser {
  readonly username: string;
  /** Users with an address get emails about their account. */
  readonly email: string | null;
  readonly id: string;
  readonly password: string;
}

async function createUser({ journal, admin, next, random, mayInvite }: World): Promise<NewUser> {
  const username = `user${next()}`;
  const sendByMail = random() < 0.3 && mayInvite();
  const email = sendByMail ? `${username}@example.com` : null;
  const answer = await journal.write(
    'new user',
    {
      [`user ${username}`]: 'user active temporary unused',
      [`history ${username}`]: ['created'],
      ...(email !== null && { [`mails ${email}`]: 1 }),
    },
    () => admin.ask('POST', '/api/admin/users', { username, email, sendByMail }),
  );
  return { username, email, id: answer.body.id, password: answer.body.temporaryPassword };
}

const userComesAndGoes: Story = async (world) => {
  const { journal, random } = world;
  const { username, email, password } = await createUser(world);
  const user = world.arrive();
  const newPassword = `a sentence of ${username}`;
  const own = `own history ${username}`;
  await journal.write(
    'sign-in',
    { [`user ${username}`]: 'user active temporary used', [`sessions ${username}`]: 1, [`logins ${username}`]: 1 },
    () => signIn(user, username, password),
  );
  const first = `session ${user.session}`;
  journal.note({ [first]: 'open' });
  await journal.write(
    'own password',
    {
      [`user ${username}`]: 'user active own used',
      [own]: ['password'],
      [first]: null,
      ...(email !== null && { [`mails ${email}`]: 2 }),
    },
    () => user.ask('POST', '/api/auth/change-password', { currentPassword: password, newPassword }),
  );
  const session = `session ${user.session}`;
  journal.note({ [session]: 'open' });
  for (let edits = 1; edits <= 2; edits += 1) {
    const city = `City ${edits}`;
    await journal.write(
      'own details',
      { [`profile ${username}`]: city, [own]: [...journal.list(own), 'details'] },
      () => user.ask('PATCH', '/api/user/profile', { city }),
    );
  }
  if (random() < 0.5) return;
  await journal.write('sign-out', { [session]: null, [`sessions ${username}`]: null, [`logouts ${username}`]: 1 }, () =>
    user.ask('POST', '/api/auth/logout'),
  );
};

const adminKeepsAccounts: Story = async (world) => {
  const { journal, admin, random } = world;
  const { username, email, id } = await createUser(world);
  const history = `history ${username}`;
  for (const status of ['suspended', 'active']) {
    await journal.write(
      'status',
      {
        [`user ${username}`]: `user ${status} temporary unused`,
        [history]: [...journal.list(history), `status ${status}`],
      },
      () => admin.ask('PATCH', `/api/admin/users/${id}/status`, { status }),
    );
  }
  const made = await journal.write(
    'redirect',
    { [`redirects ${username}`]: [`${TERMS} 1`], [`entries about ${username}`]: 1 },
    () => admin.ask('POST', '/api/admin/redirects', { userId: id, destinationPath: TERMS, isPersistent: true }),
  );
  await journal.write('redirect removed', { [`redirects ${username}`]: null, [`entries about ${username}`]: 2 }, () =>
    admin.ask('DELETE', `/api/admin/redirects/${made.body.id}`),
  );
  await journal.write(
    'password reset',
    {
      [history]: [...journal.list(history), 'password reset'],
      ...(email !== null && { [`mails ${email}`]: 2 }),
    },
    () => admin.ask('POST', `/api/admin/users/${id}/reset-password`, {}),
  );
  if (random() < 0.5) return;
  await journal.write(
    'deletion',
    { [`user ${username}`]: null, [history]: [...journal.list(history), 'deleted'] },
    () => admin.ask('DELETE', `/api/admin/users/${id}`),
  );
};

const AT_ONCE = 12;

/** The bulk redirect also reaches users of earlier rounds who must sign in again. */
const adminChangesManyAccounts: Story = async (world) => {
  const { journal, admin } = world;
  const batch = `many${world.next()}x`;
  const names = Array.from({ length: AT_ONCE }, (_, index) => `${batch}${index}`);
  const all = (facts: (name: string) => Record<string, string | number | string[] | null>, of = names) =>
    Object.assign({}, ...of.map(facts));
  const { answer, done } = await journal.attempt(
    'import',
    all((name) => ({ [`user ${name}`]: 'user active temporary unused', [`history ${name}`]: ['created'] })),
    () => admin.ask('POST', '/api/admin/users/import', ['username', ...names].join('\n')),
  );
  // The lease of a crashed import lasts a few seconds longer.
  if (answer.status === 409) return;
  if (!done) throw new Error(`import was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
  const found: { id: string }[] = await look(admin, `/api/admin/users?q=${batch}`);
  const userIds = found.map(({ id }) => id);
  const bulk = (action: object) => admin.ask('POST', '/api/admin/users/bulk-action', { userIds, ...action });
  await journal.write(
    'status of many',
    all((name) => ({
      [`user ${name}`]: 'user needs_auth temporary unused',
      [`history ${name}`]: ['created', 'status needs_auth'],
    })),
    () => bulk({ action: 'status', value: 'needs_auth' }),
  );
  const waiting = journal
    .named('user many')
    .filter(([, value]) => String(value).includes('needs_auth'))
    .map(([fact]) => fact.slice('user '.length));
  const redirected = await journal.write(
    'redirect of many',
    all(
      (name) => ({
        [`redirects ${name}`]: [`${SECURITY_CHECK} 0`],
        [`entries about ${name}`]: journal.count(`entries about ${name}`) + 1,
      }),
      waiting,
    ),
    () => admin.ask('POST', '/api/admin/redirects/bulk', { filter: 'needs_auth', destinationPath: SECURITY_CHECK }),
  );
  if (redirected.body.affected !== waiting.length)
    world.wrong.push(`a redirect of ${waiting.length} reached ${redirected.body.affected}`);
  await journal.write(
    'deletion of many',
    all((name) => ({
      [`user ${name}`]: null,
      [`redirects ${name}`]: null,
      [`history ${name}`]: ['created', 'status needs_auth', 'deleted'],
    })),
    () => bulk({ action: 'delete' }),
  );
};

const staffPromptAndRedirectAGuest: Story = async (world) => {
  const { journal, admin } = world;
  const guest = world.arrive();
  const entries = `entries about ${guest.ip}`;
  await journal.write('prompt', { [`prompt ${guest.ip}`]: 'email', [entries]: 1 }, () =>
    admin.ask('POST', '/api/admin/guest-prompt', { guestIp: guest.ip }),
  );
  await journal.write('prompt seen', { [`prompt ${guest.ip}`]: null, [`prompt seen ${guest.ip}`]: 1 }, () =>
    guest.ask('POST', '/api/guest/clear-prompt'),
  );
  await journal.write('guest redirect', { [`redirects ${guest.ip}`]: [`${VERIFY_CODE_PATH} 0`], [entries]: 2 }, () =>
    admin.ask('POST', '/api/admin/redirects', {
      guestIp: guest.ip,
      isGuestRedirect: true,
      destinationPath: VERIFY_CODE_PATH,
    }),
  );
  await journal.attempt(
    'guest redirect taken',
    { [`redirects ${guest.ip}`]: null, [`redirect delivered ${guest.ip}`]: 1 },
    () => guest.ask('GET', '/api/guest/check-redirect'),
    // Another process may not have heard of the redirect yet.
    ({ body }) => body.redirect !== null,
  );
};

/** Leaves the email prompt alone: changing it would withdraw pending prompts. */
const adminSavesSettings: Story = async ({ journal, admin, next }) => {
  // In letters, because a message for guests may have no long numbers.
  const message = `Message ${String(next()).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`;
  await journal.write(
    'settings',
    {
      settings: [message, `${message} again`].join(', '),
      'settings saved': journal.count('settings saved') + 1,
    },
    () =>
      admin.ask('POST', '/api/admin/settings', {
        emailPromptMessage: 'Please enter your email',
        codePromptMessage: message,
        exitMessage: `${message} again`,
        exitUrl: 'https://example.com',
      }),
  );
};

/** Only about accepted codes, because nothing makes such a notification unread again. */
const adminReadsNotifications: Story = async ({ journal, admin, isOver }) => {
  const found = await look(admin, '/api/admin/notifications?type=code_result&limit=50');
  const unread = found.filter(
    ({ isRead, title, id }: { isRead: boolean; title: string; id: string }) =>
      !isRead && title === 'Address verified' && journal.known(`read ${id}`) === null,
  );
  for (const { id } of unread.slice(0, 5)) {
    await journal.write('notification read', { [`read ${id}`]: 'yes' }, () =>
      admin.ask('PATCH', `/api/admin/notifications/${id}/read`),
    );
  }
  if (!isOver()) await new Promise((later) => setTimeout(later, 100));
};

const strangerRegisters: Story = async (world) => {
  const { journal } = world;
  const person = world.arrive();
  const username = `registered${world.next()}`;
  const email = `${username}@example.com`;
  const password = `a sentence of ${username}`;
  const recaptchaToken = await captcha();
  await journal.write(
    'registration',
    { [`registrations ${email}`]: 1, [`mails ${email}`]: 1, [`mails taken ${person.ip}`]: 1 },
    () => person.ask('POST', '/api/auth/register', { username, email, password, recaptchaToken }),
  );
  const mail = await mailTo(world, email);
  if (mail === null) return;
  const [token] = /(?:[A-Za-z\d]{4}-){3}[A-Za-z\d]{4}/.exec(mail.text) ?? [];
  await journal.write(
    'registration verified',
    {
      [`registrations ${email}`]: null,
      [`user ${username}`]: 'user active own used',
      [`own history ${username}`]: ['registered'],
    },
    () => person.ask('POST', '/api/auth/verify-email', { token }),
  );
};

/** All run at once, again and again. A story that is `alone` stops for the round once a write is unsettled. */
export const STORIES: readonly { readonly story: Story; readonly lanes: number; readonly alone?: true }[] = [
  { story: guestLooksAround, lanes: 3 },
  { story: guestVerifiesAnAddress, lanes: 5 },
  { story: userComesAndGoes, lanes: 3 },
  { story: adminKeepsAccounts, lanes: 2 },
  { story: staffPromptAndRedirectAGuest, lanes: 2 },
  { story: strangerRegisters, lanes: 2 },
  { story: adminChangesManyAccounts, lanes: 1, alone: true },
  { story: adminSavesSettings, lanes: 1, alone: true },
  { story: adminReadsNotifications, lanes: 1, alone: true },
];
