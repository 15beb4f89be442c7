import type { GuestSteer, TimelineEntry } from '../../../../contract/guests/guests.ts';
import { HELP_REASONS, HELP_WORDS } from '../../../../contract/guests/help.rules.ts';
import type { SteerState } from '../../../../contract/guests/messages.rules.ts';
import type { Action } from '../../../../contract/log/activity.rules.ts';
import { maskedEmail } from '../../../../contract/text/masked-email.ts';
import type { ActivityRow, Db } from '../../../db/tables.ts';
import { guestMails } from '../../../delivery/outbox-queries.ts';
import { actorIn, type Details, detailsOf, type Names, namesIn } from '../../log/activity/names.ts';
import { activityOfGuest } from '../../log/activity/search.ts';

const SHOWN_MAX = 200;

type Event = TimelineEntry['event'];

const BY_ACTION: Partial<Record<Action, Event>> = {
  page_view: 'opened',
  email_entry: 'address_entered',
  code_entry: 'code_tried',
  code_failed: 'code_refused',
  code_success: 'verified',
};

const BY_CHANGE: Readonly<Record<string, Event>> = {
  prompt: 'prompted',
  redirect: 'moved',
  exit: 'led_out',
  resend: 'resent',
  claimed: 'claimed',
  'stepped in': 'claimed',
  released: 'released',
};

/** What a guest does about help. */
const BY_HELP: Readonly<Record<string, Event>> = {
  asked: 'help_asked',
  withdrawn: 'help_withdrawn',
  halted: 'halted',
  'went on': 'went_on',
};

/** What staff send. Of one kind only the newest waits: those before it that the guest has not got never get there. */
const STEERS: Partial<Record<Event, string>> = {
  prompted: 'prompt',
  moved: 'redirect',
  led_out: 'redirect',
  resent: 'resend',
};

const iso = (time: number) => new Date(time).toISOString();
const text = (value: unknown) => (typeof value === 'string' ? value : null);

/** How far something got that staff sent. */
interface Progress {
  readonly state: SteerState;
  readonly at: number;
}

/** How far something got, from an entry about it. */
function stateOf({ state, change }: Details): SteerState | null {
  if (change === 'redirect removed') return 'withdrawn';
  return state === 'delivered' || state === 'seen' || state === 'declined' ? state : null;
}

/** What became of each thing that staff sent, by its id: the guest's entries tell it, the last of them counts. */
function progressOf(entries: readonly ActivityRow[]): Map<string, Progress> {
  const progress = new Map<string, Progress>();
  for (const entry of entries.toReversed()) {
    const details = detailsOf(entry);
    const state = stateOf(details);
    const steer = text(details.steer);
    if (steer !== null && state !== null) progress.set(steer, { state, at: entry.created_at });
  }
  return progress;
}

const eventOf = ({ action }: ActivityRow, { change, help }: Details): Event | null =>
  BY_CHANGE[text(change) ?? ''] ?? BY_HELP[text(help) ?? ''] ?? BY_ACTION[action] ?? null;

const helpWords = (given: unknown) => {
  const reason = HELP_REASONS.find((one) => one === given);
  return reason === undefined ? null : HELP_WORDS[reason];
};

function detailOf(event: Event, { page }: ActivityRow, details: Details): string | null {
  if (event === 'opened' || event === 'moved') return page;
  if (event === 'prompted') return text(details.text);
  if (event === 'led_out') return text(details.address) ?? page;
  if (event === 'help_asked') return helpWords(details.reason);
  const email = text(details.email);
  return email === null ? null : maskedEmail(email);
}

function fromEntries(entries: readonly ActivityRow[], names: Names, latest: GuestSteer | null): TimelineEntry[] {
  const progress = progressOf(entries);
  /** For each kind the time of the one after, newest first. */
  const replacedAt = new Map<string, number>();
  const progressOfSteer = ({ created_at }: ActivityRow, kind: string, { steer }: Details): Progress => {
    const next = replacedAt.get(kind);
    if (kind !== 'resend') replacedAt.set(kind, created_at);
    // The log does not know of what a change of the settings has withdrawn.
    if (latest?.at === iso(created_at)) return { state: latest.state, at: Date.parse(latest.stateAt) };
    const unseen: Progress = next === undefined ? { state: 'sent', at: created_at } : { state: 'withdrawn', at: next };
    return progress.get(text(steer) ?? '') ?? unseen;
  };
  return entries.flatMap((entry): TimelineEntry[] => {
    const details = detailsOf(entry);
    const event = eventOf(entry, details);
    if (event === null) return [];
    const at = iso(entry.created_at);
    const kind = STEERS[event];
    const got = kind === undefined ? null : progressOfSteer(entry, kind, details);
    return [
      {
        id: entry.id,
        at,
        event,
        detail: detailOf(event, entry, details),
        by: entry.staff === 1 ? (actorIn(names, entry)?.name ?? null) : null,
        state: got?.state ?? null,
        stateAt: got === null ? null : iso(got.at),
      },
    ];
  });
}

const MAIL_EVENTS = { sent: 'mail_sent', failed: 'mail_failed', expired: 'mail_expired' } as const;

function fromMail(mail: Awaited<ReturnType<typeof guestMails>>[number]): TimelineEntry[] {
  const own = { by: null, state: null, stateAt: null };
  const queued = {
    id: `${mail.id}-queued`,
    at: iso(mail.created_at),
    event: 'mail_queued',
    detail: null,
    ...own,
  } as const;
  if (mail.state === 'queued' || mail.state === 'sending') return [{ ...queued, detail: mail.error }];
  const at = iso(mail.finished_at ?? mail.created_at);
  const detail = mail.state === 'sent' ? null : mail.error;
  const ended = { id: mail.id, at, event: MAIL_EVENTS[mail.state], detail, ...own };
  if (mail.bounced_at === null) return [ended, queued];
  const bounced = { id: `${mail.id}-bounced`, at: iso(mail.bounced_at), event: 'mail_bounced', ...own } as const;
  return [{ ...bounced, detail: mail.error }, ended, queued];
}

/** What happened with a browser, newest first. Nobody reads a code or a whole address in it. */
export async function timelineOf(reader: Db, id: string, latest: GuestSteer | null): Promise<TimelineEntry[]> {
  const entries = await activityOfGuest(reader, id, SHOWN_MAX);
  const names = await namesIn(reader, entries);
  const mails = await guestMails(reader, 0, { guests: [id] });
  return [...fromEntries(entries, names, latest), ...mails.slice(-SHOWN_MAX).toReversed().flatMap(fromMail)]
    .sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1))
    .slice(0, SHOWN_MAX);
}
