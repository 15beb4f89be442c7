import { setTimeout as pause } from 'node:timers/promises';
import { FOR_PAGES, type Headers } from '../browser-of.ts';
import { withAtOnce } from '../lean-client.ts';
import { openRawSocket } from '../raw-socket.ts';
import { solvedCaptchas } from '../sign-ins.ts';
import { type Guest, verify } from '../verification/guest.ts';
import { AT_ONCE, type Side } from './side.ts';

interface Work {
  run(): Promise<void>;
  /** What isn't measured any more. */
  end?(): Promise<void>;
}

export interface Operation {
  readonly name: string;
  /** How often it is done for one figure: about a second of processor time. */
  readonly count: number;
  /** What it needs is prepared before the measurement. */
  prepare(side: Side, count: number): Promise<Work>;
  /** Work whose cost is subtracted. */
  without?(side: Side, count: number): Promise<Work>;
}

const MAIL_WITHIN_MS = 60_000;
const NEWS_WITHIN_MS = 10_000;
/** A browser takes four sockets for a session. */
const SOCKETS_EACH = 4;

const repeated = <Item>(items: readonly Item[], count: number) =>
  Array.from({ length: count }, (_, index) => items[index % items.length] as Item);

/** The same request for all of these people. */
const reads = (path: string, who: (side: Side) => readonly Headers[]) => async (side: Side, count: number) => {
  const people = repeated(who(side), count);
  return { run: () => withAtOnce(AT_ONCE, people, (headers) => side.ask(path, { headers })) };
};

let addresses = 0;

function withAddress(headers: Headers): Guest {
  addresses += 1;
  return { headers, email: `guest${addresses}@example.com` };
}

const asking = async (side: Side, count: number) => (await side.newGuests(count)).map(withAddress);

async function codeOf(side: Side, email: string): Promise<string> {
  const mail = await side.mails.to(email, MAIL_WITHIN_MS);
  if (mail === null) throw new Error('An email did not arrive.');
  return mail.code;
}

async function askForCodes(side: Side, guests: readonly Guest[]) {
  const codes = guests.map(({ email }) => codeOf(side, email));
  await withAtOnce(AT_ONCE, guests, ({ headers, email }) =>
    side.post('/api/user/send-verification-code', headers, { email }),
  );
  return Promise.all(codes);
}

/** Each is news for all pages of that user, and the next waits for it: the server sends news of the same moment once. */
async function redirects(side: Side, userId: string, count: number, wereHeard: (count: number) => boolean) {
  for (let index = 1; index <= count; index += 1) {
    // Staff have a limit for each network.
    const headers = { ...side.admin, ...side.arrive() };
    await side.post('/api/admin/redirects', headers, { userId, destinationPath: '/terms-agreement' });
    const deadline = performance.now() + NEWS_WITHIN_MS;
    while (!wereHeard(index)) {
      if (performance.now() > deadline) throw new Error('Socket messages are missing.');
      await pause(5);
    }
  }
}

const socketsOf = ({ user }: Side) => user.sessions.length * SOCKETS_EACH;

const ALL: readonly Operation[] = [
  { name: 'session read', count: 20_000, prepare: reads('/api/auth/user', ({ user }) => user.sessions) },
  { name: 'poll', count: 20_000, prepare: reads('/api/guest/check-prompt', ({ guests }) => guests) },
  {
    name: 'page view',
    count: 10_000,
    // A new guest each time: a repeated view writes nothing.
    prepare: async (side, count) => ({ run: async () => void (await side.newGuests(count)) }),
  },
  {
    name: 'guest page',
    count: 4_000,
    prepare: async (side, count) => {
      const guests = Array.from({ length: count }, () => ({
        ...side.arrive(),
        ...FOR_PAGES,
      }));
      return { run: () => withAtOnce(AT_ONCE, guests, (headers) => side.ask('/', { headers })) };
    },
  },
  {
    name: 'code sent, with its email',
    count: 2_000,
    prepare: async (side, count) => {
      const guests = await asking(side, count);
      return { run: async () => void (await askForCodes(side, guests)) };
    },
  },
  {
    name: 'code entered (submit-code and verify-code)',
    count: 2_000,
    prepare: async (side, count) => {
      const guests = await asking(side, count);
      const codes = await askForCodes(side, guests);
      const enter = async ({ headers, email }: Guest, index: number) => {
        const body = { email, code: codes[index] };
        await side.post('/api/guest/submit-code', headers, body);
        await side.post('/api/user/verify-code', headers, body);
      };
      return { run: () => withAtOnce(AT_ONCE, guests, enter) };
    },
  },
  {
    name: 'sign-in, without its hash',
    count: 400,
    prepare: async (side, count) => {
      const tokens = await solvedCaptchas(side.keys, count);
      const { username, password } = side.user;
      const signIn = (recaptchaToken: string) =>
        side.post('/api/auth/login', side.arrive(), { username, password, recaptchaToken });
      return { run: () => withAtOnce(AT_ONCE, tokens, signIn) };
    },
  },
  {
    name: 'whole verification',
    count: 400,
    prepare: async (side, count) => {
      const guests = Array.from({ length: count }, () => withAddress(side.arrive()));
      const portal = { mails: side.mails, next: () => side };
      return { run: () => withAtOnce(AT_ONCE, guests, (guest) => verify(portal, guest, () => {})) };
    },
  },
  { name: 'list of 100 users', count: 400, prepare: reads('/api/admin/users', ({ admin }) => [admin]) },
  { name: 'list of 1,000 guests', count: 100, prepare: reads('/api/admin/guests', ({ admin }) => [admin]) },
  {
    name: 'socket message',
    count: 60_000,
    prepare: async (side, count) => {
      let heard = 0;
      const onNews = () => {
        heard += 1;
      };
      const people = repeated(side.user.sessions, socketsOf(side));
      const sockets = await Promise.all(people.map((headers) => openRawSocket({ port: side.port, headers, onNews })));
      const pushes = Math.ceil(count / sockets.length);
      return {
        run: () => redirects(side, side.user.id, pushes, (times) => heard >= times * sockets.length),
        end: async () => void (await Promise.all(sockets.map((socket) => socket.close()))),
      };
    },
    without: async (side, count) => ({
      run: () => redirects(side, side.otherId, Math.ceil(count / socketsOf(side)), () => true),
    }),
  },
];

/** `BENCH_OPERATION` is a part of the names of those that are measured. */
export const OPERATIONS = ALL.filter(({ name }) => name.includes(process.env.BENCH_OPERATION ?? ''));
