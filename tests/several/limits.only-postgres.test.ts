import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../support/process.ts';
import { Several } from '../support/several.ts';
import { codeIn, type ReceivedMail, TestSmtp } from '../support/smtp.ts';
import type { Answer, Visitor } from '../support/visitor.ts';

let two: Several;
let smtp: TestSmtp;

beforeAll(async () => {
  smtp = await TestSmtp.listening();
  two = await Several.start(2, { SMTP_URL: smtp.url, SELF_REGISTRATION: 'true' });
});

afterAll(async () => {
  await two?.close();
  await smtp?.close();
});

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/** How many answers there are of each status. */
const counted = (answers: readonly Answer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const guess = async (visitor: Visitor, username: string, recaptchaToken?: string) =>
  visitor.ask('POST', '/api/auth/login', {
    username,
    password: 'a wrong one',
    recaptchaToken: recaptchaToken ?? (await two.captcha()),
  });
const askForMail = (visitor: Visitor, email: string, recaptchaToken?: string) =>
  visitor.ask('POST', '/api/user/send-verification-code', { email, recaptchaToken });

/** The limits do not depend on the number of processes, whether requests come one by one or all at once. */
describe('Rate limits across processes', () => {
  test('One network gets ten sign-ins a minute', async () => {
    const visitor = two.visitor();
    const together = await Promise.all(times(14, (index) => guess(visitor, `nobody-${index}`)));
    expect(counted(together)).toEqual({ 401: 10, 429: 4 });
    const after: Answer[] = [];
    for (const index of times(8, (number) => number)) after.push(await guess(visitor, `nobody-${index}`));
    expect(counted(after)).toEqual({ 429: 8 });
    expect(Number(after[0]?.retryAfter)).toBeGreaterThan(0);
  });

  test.for([
    ['/api/auth/register', { username: 'nina', password: 'a long one, chosen', email: 'nina@example.com' }],
    ['/api/auth/resend-verification', { email: 'nina@example.com' }],
    ['/api/auth/verify-email', { token: 'not-a-code-of-ours' }],
  ] as const)('One network gets ten requests a minute: %s', async ([path, body]) => {
    const visitor = two.visitor();
    const ask = () => visitor.ask('POST', path, { ...body, recaptchaToken: 'unsolved' });
    expect(counted(await Promise.all(times(14, ask)))).toEqual({ 400: 10, 429: 4 });
  });

  test('One network gets five guesses for one account, then a delay', async () => {
    let username = 'guessed';
    let answers: Answer[] = [];
    // The delay is a second of real time. A machine that needs longer for ten guesses tries again.
    await until('ten guesses are answered before the delay ends', async () => {
      username += '-again';
      await two.account({ username });
      const visitor = two.visitor();
      const tokens = await Promise.all(times(10, () => two.captcha()));
      const began = performance.now();
      answers = await Promise.all(tokens.map((token) => guess(visitor, username, token)));
      return counted(answers)[429] === 5 || performance.now() - began < 1_000;
    });
    expect(counted(answers)).toEqual({ 401: 5, 429: 5 });
    expect((await guess(two.visitor(), username)).status).toBe(401);
  });

  test('One network gets three code emails a minute; one address ten an hour, and thirty with captchas', async () => {
    const visitor = two.visitor();
    const network = await Promise.all(times(9, (index) => askForMail(visitor, `nobody-${index}@example.com`)));
    expect(counted(network)).toEqual({ 200: 3, 429: 6 });
    const address = await Promise.all(times(15, () => askForMail(two.visitor(), 'somebody@example.com')));
    expect(counted(address)).toEqual({ 200: 10, 429: 5 });
    const bought = await Promise.all(
      times(24, async () => askForMail(two.visitor(), 'somebody@example.com', await two.captcha())),
    );
    expect(counted(bought)).toEqual({ 200: 20, 429: 4 });
  });

  test('A code allows three tries and an address thirty an hour, plus the first of each code', async () => {
    const email = 'tried@example.com';
    const verify = (visitor: Visitor, code: string) => visitor.ask('POST', '/api/user/verify-code', { email, code });
    const mails = () => smtp.received.filter(({ to }) => to === email);
    const tried = async () => {
      const visitor = two.visitor();
      const before = mails().length;
      expect((await askForMail(visitor, email, await two.captcha())).status).toBe(200);
      await until('the email has arrived', () => mails().length > before);
      const code = codeIn(mails().at(-1) as ReceivedMail);
      const wrong = code === '000000' ? '000001' : '000000';
      const answers = await Promise.all(times(4, () => verify(visitor, wrong)));
      return [...answers, await verify(visitor, code)];
    };
    const first = await tried();
    expect(counted(first)).toEqual({ 400: 5 });
    expect(first.filter(({ body }) => /You have \d tr/.test(body.message))).toHaveLength(2);
    for (let round = 1; round < 6; round += 1) expect(counted(await tried())).toEqual({ 400: 5 });
    // One try is judged; after that even the right code is rejected.
    expect(counted(await tried())).toEqual({ 400: 1, 429: 4 });
  });

  test('A captcha works once', async () => {
    const token = await two.captcha();
    const visitor = two.visitor();
    const everywhere = [...two.atEach(visitor), ...two.atEach(visitor)];
    const answers = await Promise.all(everywhere.map((each, index) => guess(each, `captcha-${index}`, token)));
    expect(counted(answers)).toEqual({ 400: 3, 401: 1 });
  });
});
