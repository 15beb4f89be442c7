import type { About, Draft, Event } from './events.ts';

const A_MINUTE = 20;

const GUESTS: About = { kind: 'guests', id: null };
const FAILURES: About = { kind: 'log', id: 'failed' };

const CROWDS: Record<Event['kind'], Pick<Draft, 'title' | 'message' | 'about'>> = {
  'page-view': { title: 'Many guests', message: 'Many guests are on the pages right now', about: GUESTS },
  'code-accepted': {
    title: 'Many addresses verified',
    message: 'Many guests are entering the right code right now',
    about: GUESTS,
  },
  'code-refused': {
    title: 'Many codes refused',
    message: 'Many codes from many addresses are refused right now',
    about: GUESTS,
  },
  'help-asked': {
    title: 'Many guests ask for help',
    message: 'Guests at many addresses ask for help right now',
    about: GUESTS,
  },
  'told-to-come': {
    title: 'Many guests were told to come here',
    message:
      'Guests from many places say that somebody told them to come here. Somebody may be posing as your support team',
    about: GUESTS,
  },
  'failed-login': {
    title: 'Many failed sign-ins',
    message: 'Sign-ins from many addresses are failing right now',
    about: FAILURES,
  },
  guessing: {
    title: 'Somebody is guessing passwords',
    message: 'Passwords of many accounts are guessed right now',
    about: FAILURES,
  },
  login: {
    title: 'Many sign-ins',
    message: 'Many people are signing in right now',
    about: { kind: 'log', id: 'login' },
  },
  'profile-update': {
    title: 'Many profiles updated',
    message: 'Many people are updating their details right now',
    about: { kind: 'user', id: null },
  },
  'entries-missing': {
    title: 'Entries not recorded',
    message: 'Entries are not recorded right now',
    about: { kind: 'log', id: null },
  },
  'disk-tight': {
    title: 'Disk nearly full',
    message: 'The disk is nearly full right now',
    about: { kind: 'settings', id: 'retention' },
  },
  'webhook-failure': {
    title: 'Many results not delivered',
    message: 'Results cannot be delivered to the webhook right now',
    about: { kind: 'settings', id: 'webhook' },
  },
  'webhook-down': {
    title: 'The webhook cannot be reached',
    message: 'No result has reached the webhook for an hour',
    about: { kind: 'settings', id: 'webhook' },
  },
  'mail-failure': {
    title: 'Much mail not delivered',
    message: 'Mail cannot be delivered for many reasons right now',
    about: { kind: 'check', id: null },
  },
};

interface Minute {
  readonly minute: number;
  readonly count: number;
  readonly goesOn: boolean;
}

const isCrowd = ({ count, goesOn }: Minute) => goesOn || count > A_MINUTE;

/** Folds a burst of one kind into one notification until a calm minute has passed: a botnet could cause thousands. */
export class Crowds {
  readonly #minutes = new Map<Event['kind'], Minute>();

  draftFor(kind: Event['kind'], draft: Draft, at: number): Draft {
    const minute = Math.floor(at / 60_000);
    const known = this.#minutes.get(kind);
    const now: Minute =
      known?.minute === minute
        ? { ...known, count: known.count + 1 }
        : { minute, count: 1, goesOn: known?.minute === minute - 1 && known.count > A_MINUTE };
    this.#minutes.set(kind, now);
    if (!isCrowd(now)) return draft;
    const { visitor: _, ...rest } = draft;
    return { ...rest, ...CROWDS[kind], group_key: `${kind}:crowd` };
  }
}
