import type { TimelineEntry } from '../../../../contract/guests/guests.ts';
import { HELP_REASONS, HELP_WORDS } from '../../../../contract/guests/help.rules.ts';
import type { Action } from '../../../../contract/log/activity.rules.ts';
import { maskedEmail } from '../../../../contract/text/masked-email.ts';
import { iso } from '../../../clock.ts';
import type { ActivityRow, Db, MessageRow } from '../../../db/tables.ts';
import { guestMails } from '../../../delivery/outbox-queries.ts';
import { actorIn, type Details, detailsOf, type Names, namesIn, namesOf } from '../../log/activity/names.ts';
import { activityOfGuest } from '../../log/activity/search.ts';
import { stateOf } from '../messages/policy.ts';
import { messagesOf } from '../messages/queries.ts';

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
  claimed: 'assigned',
  'stepped in': 'assigned',
  released: 'unassigned',
};

const BY_HELP: Readonly<Record<string, Event>> = {
  asked: 'help_asked',
  withdrawn: 'help_withdrawn',
  halted: 'halted',
  'went on': 'went_on',
};

const NO_MESSAGE = { state: null, stateAt: null, shown: null } as const;

const text = (value: unknown) => (typeof value === 'string' ? value : null);

const eventOf = ({ action }: ActivityRow, { change, help }: Details): Event | null =>
  BY_CHANGE[text(change) ?? ''] ?? BY_HELP[text(help) ?? ''] ?? BY_ACTION[action] ?? null;

const helpWords = (given: unknown) => {
  const reason = HELP_REASONS.find((one) => one === given);
  return reason === undefined ? null : HELP_WORDS[reason];
};

function detailOf(event: Event, { page }: ActivityRow, details: Details): string | null {
  if (event === 'opened') return page;
  if (event === 'help_asked') return helpWords(details.reason);
  const email = text(details.email);
  return email === null ? null : maskedEmail(email);
}

function fromEntry(entry: ActivityRow, names: Names): TimelineEntry[] {
  const details = detailsOf(entry);
  const event = eventOf(entry, details);
  if (event === null) return [];
  const by = entry.staff === 1 ? (actorIn(names, entry)?.name ?? null) : null;
  const detail = detailOf(event, entry, details);
  return [{ id: entry.id, at: iso(entry.created_at), event, detail, by, ...NO_MESSAGE }];
}

function fromMessage(message: MessageRow, names: Names): TimelineEntry {
  const { id, kind, text, language, target, sender_id, sender_name, created_at, delivered_at } = message;
  const { state, at } = stateOf(message);
  const by = names.get(sender_id ?? '')?.name ?? sender_name;
  const detail = kind === 'prompt' ? text : target;
  const shown = delivered_at === null || text === null || language === null ? null : { text, language };
  return { id, at: iso(created_at), event: kind, detail, by, state, stateAt: iso(at), shown };
}

const MAIL_EVENTS = { sent: 'mail_sent', failed: 'mail_failed', expired: 'mail_expired' } as const;

function fromMail(mail: Awaited<ReturnType<typeof guestMails>>[number]): TimelineEntry[] {
  const { id, state, error, created_at, finished_at, bounced_at } = mail;
  const entry = (name: string, time: number, event: Event, detail: string | null): TimelineEntry => {
    return { id: `${id}-${name}`, at: iso(time), event, detail, by: null, ...NO_MESSAGE };
  };
  if (state === 'queued' || state === 'sending') return [entry('queued', created_at, 'mail_queued', error)];
  const queued = entry('queued', created_at, 'mail_queued', null);
  const ended = entry('ended', finished_at ?? created_at, MAIL_EVENTS[state], state === 'sent' ? null : error);
  return [...(bounced_at === null ? [] : [entry('bounced', bounced_at, 'mail_bounced', error)]), ended, queued];
}

export async function timelineOf(reader: Db, id: string): Promise<TimelineEntry[]> {
  const entries = await activityOfGuest(reader, id, SHOWN_MAX);
  const names = await namesIn(reader, entries);
  const messages = await messagesOf(reader, id, SHOWN_MAX);
  const senders = await namesOf(reader, [...new Set(messages.flatMap(({ sender_id }) => sender_id ?? []))]);
  const mails = await guestMails(reader, 0, { guests: [id] });
  return [
    ...entries.flatMap((entry) => fromEntry(entry, names)),
    ...messages.map((message) => fromMessage(message, senders)),
    ...mails.slice(-SHOWN_MAX).toReversed().flatMap(fromMail),
  ]
    .sort((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1))
    .slice(0, SHOWN_MAX);
}
