import type { Locator, Page, Route } from 'playwright-core';
import { isThere } from '../../contract/guests/guests.rules.ts';
import type { Guest, TimelineEntry } from '../../contract/guests/guests.ts';
import type { StuckReason } from '../../contract/guests/stuck.rules.ts';
import { ADMIN } from './app.ts';
import { openPortal, signedInPage } from './browser.ts';
import { guest as sample } from './sample-guest.ts';

/** A back-office with fake guests, for tests about showing guests. */

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

export const guest = (id: string, facts: Partial<Guest> = {}): Guest =>
  sample({
    id,
    ipAddress: '203.0.113.7',
    tag: id.slice(0, 4).toUpperCase(),
    email: 'm•••@e•••.com',
    page: 'Verify Code Page',
    pageSince: ago(130),
    pageViews: 2,
    presenceSince: ago(130),
    lastSeenAt: ago(2),
    outcome: 'trying',
    code: { state: 'running', expiresAt: ago(-130), triesLeft: 3 },
    mail: { state: 'sent', error: null, at: ago(170), usualSeconds: 25 },
    location: 'Berlin, Germany',
    device: 'Chrome on Android',
    ...facts,
  });

export const stuck = (reason: StuckReason, seconds = 95) => ({
  stuck: { reason, since: ago(seconds) },
});

const stuckGuests = (): Record<StuckReason, Guest> => ({
  asked_for_help: guest('asked', {
    ...stuck('asked_for_help', 40),
    help: { reason: 'no_mail', since: ago(40) },
    helper: { id: 'somebody-else', name: 'ann' },
    message: {
      kind: 'prompt',
      prompt: 'code',
      target: null,
      by: 'ann',
      at: ago(20),
      state: 'delivered',
      stateAt: ago(18),
    },
  }),
  mail_failed: guest('failed', {
    ...stuck('mail_failed'),
    ipAddress: '198.51.100.23',
    presence: 'away',
    mail: { state: 'refused', error: '550 5.1.1 The mailbox does not exist', at: ago(80), usualSeconds: null },
    code: { state: 'running', expiresAt: ago(-40), triesLeft: 3 },
  }),
  no_code_tried: guest('untried', { ...stuck('no_code_tried'), ipAddress: '192.0.2.78', presence: 'away' }),
  codes_refused: guest('mistyped', { ...stuck('codes_refused'), ipAddress: '192.0.2.79', presence: 'away' }),
  code_expired: guest('expired', {
    ...stuck('code_expired', 400),
    presence: 'away',
    outcome: 'expired',
    device: 'Safari on iPhone',
    code: { state: 'running', expiresAt: ago(400), triesLeft: 1 },
    message: {
      kind: 'redirect',
      prompt: null,
      target: '/user/email-entry',
      by: 'ann',
      at: ago(20),
      state: 'withdrawn',
      stateAt: ago(10),
    },
  }),
  slow_step: guest('slow', {
    ...stuck('slow_step', 20),
    ipAddress: '192.0.2.77',
    page: 'Email Entry Page',
    email: null,
    outcome: 'none',
    code: null,
    mail: null,
  }),
});

/** One of everything. */
export const everyKind = (): Guest[] => [
  ...Object.values(stuckGuests()),
  guest('done', {
    ipAddress: '2001:db8:4f:1::2a',
    page: 'Email Entry Page',
    outcome: 'verified',
    outcomeAt: ago(30),
  }),
  guest('refused', {
    ipAddress: '192.0.2.80',
    page: 'Code Processing Complete',
    outcome: 'refused',
    code: { state: 'running', expiresAt: ago(-60), triesLeft: 1 },
  }),
  guest('halted', { ipAddress: '192.0.2.81', halted: true }),
  guest('left', { ipAddress: '192.0.2.82', presence: 'left', presenceSince: ago(600), code: null }),
];

const timeline = (): TimelineEntry[] =>
  [
    {
      event: 'prompt' as const,
      detail: 'Please enter your verification code again',
      by: 'ann',
      state: 'seen' as const,
    },
    { event: 'redirect' as const, detail: '/user/verify-code', by: 'ann', state: 'withdrawn' as const },
    { event: 'code_refused' as const },
    { event: 'code_refused' as const },
    { event: 'help_asked' as const, detail: "I didn't get the email" },
    { event: 'mail_sent' as const },
    { event: 'address_entered' as const, detail: 'm•••@e•••.com' },
    { event: 'opened' as const, detail: 'Email Entry Page' },
  ].map((entry, index) => ({
    id: `t${index}`,
    at: ago(20 * (index + 1)),
    detail: null,
    by: null,
    state: null,
    stateAt: 'state' in entry ? ago(20 * (index + 1) - 2) : null,
    shown: null,
    ...entry,
  }));

const inView: Record<string, (guest: Guest) => boolean> = {
  'needs-help': (guest) => guest.stuck !== null,
  here: isThere,
  verified: ({ outcome }) => outcome === 'verified',
  all: () => true,
  sidebar: (guest) => guest.stuck !== null || isThere(guest),
};

export interface Desk {
  page: Page;
  guests: Guest[];
  /** Requests besides the lists: method with path, and body. */
  asked: [string, unknown][];
  /** The error for the next such request, and optionally the guests listed from then on. */
  refuse: { status: number; body: object; guests?: Guest[] } | null;
}

export async function openDesk(guests: readonly Guest[], path = '/admin/guest-activity'): Promise<Desk> {
  const portal = await openPortal();
  const desk: Desk = { page: await signedInPage(portal, ADMIN), guests: [...guests], asked: [], refuse: null };
  const answerList = (route: Route) => {
    const params = new URL(route.request().url()).searchParams;
    const q = params.get('q')?.toLowerCase() ?? '';
    const found = desk.guests
      .filter(inView[params.get('view') ?? 'all'] ?? (() => true))
      .filter(({ ipAddress, email, tag }) => `${ipAddress} ${email} ${tag}`.toLowerCase().includes(q));
    return route.fulfill({ json: found });
  };
  const answerCounts = (route: Route) => {
    const count = (view: string) => desk.guests.filter(inView[view] ?? (() => true)).length;
    const counts = {
      needsHelp: count('needs-help'),
      here: count('here'),
      verified: count('verified'),
      all: count('all'),
    };
    return route.fulfill({ json: counts });
  };
  const note = (route: Route) => {
    const request = route.request();
    desk.asked.push([`${request.method()} ${new URL(request.url()).pathname}`, request.postDataJSON()]);
    const { refuse } = desk;
    desk.refuse = null;
    if (refuse?.guests) desk.guests = refuse.guests;
    return refuse
      ? route.fulfill({ status: refuse.status, json: refuse.body })
      : route.fulfill({ json: { success: true } });
  };
  await desk.page.route(/\/api\/admin\/guests(\?.*)?$/, answerList);
  await desk.page.route('**/api/admin/guests/counts', answerCounts);
  await desk.page.route('**/api/admin/guests/*/timeline', (route) => route.fulfill({ json: timeline() }));
  await desk.page.route(/\/api\/admin\/(guest-prompt|redirects|guests\/\w+\/(claim|resend))$/, note);
  await desk.page.goto(path);
  await desk.page.getByRole('heading', { level: 1 }).waitFor();
  return desk;
}

/** The row of a guest in the list of live guests. */
export const guestRow = ({ page }: Pick<Desk, 'page'>, tag: string): Locator =>
  page
    .getByRole('region', { name: 'Live guests' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: new RegExp(`^Details of Guest ${tag} `) }) });

/** A message that has no room in the row. */
export async function sendFromMenu(row: Locator, message: string): Promise<void> {
  await row.getByRole('button', { name: /^More for/ }).click();
  await row.getByRole('menuitem', { name: message }).click();
}
