import type * as z from 'zod';
import type { Guest } from '../../../../contract/guests/guests.ts';
import { isReply, type PromptKind } from '../../../../contract/guests/messages.rules.ts';
import type { checkGuestRedirect, checkPrompt, SentMessage } from '../../../../contract/guests/messages.ts';
import type { Change } from '../../../../contract/log/activity.rules.ts';
import { CLOSED_PATH } from '../../../../contract/redirects/redirects.rules.ts';
import { EXIT_URL_EXAMPLE, type SettingName, translationOf } from '../../../../contract/settings/settings.rules.ts';
import { may } from '../../../../contract/users/roles.rules.ts';
import {
  EMAIL_ENTRY_PATH,
  type GuestPage,
  VERIFY_CODE_PATH,
} from '../../../../contract/verification/verification.rules.ts';
import { evictOldest } from '../../../bounded-cache.ts';
import { DAY_MS, HOUR_MS } from '../../../clock.ts';
import type { Core } from '../../../core.ts';
import { newId } from '../../../db/ids.ts';
import type { MessageRow, Trx } from '../../../db/tables.ts';
import { stateOfMessage } from '../../../delivery/outbox-queries.ts';
import { badInput, HttpError, notAllowed } from '../../../errors.ts';
import type { Language } from '../../../languages.ts';
import { takeFromLimits } from '../../../limits/database-counts.ts';
import { countOf } from '../../../limits/limit.ts';
import { LIMITS } from '../../../limits/limits.ts';
import { Replica } from '../../../live/replica.ts';
import type { Caller } from '../../../sessions/transact.ts';
import type { Actor, Visitor } from '../../../visitor/visitor.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import { guestText } from '../../settings/guest-texts.ts';
import type { Entailed, SettingsChange, SettingsStore } from '../../settings/settings.ts';
import { isAnyHaltedAt, isHaltedNow } from '../help/halts.ts';
import type { Presence } from '../presence/presence.ts';
import type { Assignments } from './assignments.ts';
import {
  asShown,
  isThanks,
  mayDeliver,
  mayRedirectGuestTo,
  PROMPT_SETTINGS,
  promptText,
  replyStanding,
  stateOf,
} from './policy.ts';
import { presentMessage } from './presenter.ts';
import {
  deleteOldMessages,
  findMessage,
  insertMessage,
  lastExitOf,
  lastMessageOf,
  lastResendOf,
  mark,
  messagesSince,
  stopWaiting,
  verifiedAt,
  waitingMessages,
  withdrawExits,
  withdrawExitsOtherThan,
  withdrawForBrowser,
  withdrawPrompt,
  withdrawPrompts,
  withdrawRedirect,
  withdrawReplaced,
  withdrawResend,
  withdrawUnsentResends,
} from './queries.ts';
import { inLanguage, isForOnce, logReceipt, recordDelivery, recordSeen } from './receipts.ts';
import {
  type Addressee,
  addresseesAt,
  allHalted,
  halted,
  type OneBrowser,
  type Recipient,
  type SendTo,
  targetOf,
  targetsOf,
} from './recipients.ts';
import { ShownAgain } from './shown-again.ts';

interface MessagesDeps
  extends Pick<Core, 'db' | 'transact' | 'clock' | 'languages' | 'bus' | 'log' | 'rows' | 'severalProcesses'> {
  readonly settings: SettingsStore;
  readonly assignments: Assignments;
  readonly guests: Pick<Presence, 'browsersAt' | 'factsOf'>;
}

type ShownPrompt = Readonly<z.output<typeof checkPrompt.answer>>;
type ShownRedirect = Readonly<z.output<typeof checkGuestRedirect.answer>>;

const NO_PROMPT: ShownPrompt = { showPrompt: false, message: null, kind: null };
const NO_REDIRECT: ShownRedirect = { redirect: null, message: null };

interface NewRedirect {
  /** Null means the exit of the settings. */
  readonly destination: string | null;
  readonly reason?: string | null;
  readonly persistent?: boolean;
}

interface Sent {
  readonly message: MessageRow;
  readonly leftOut: number;
}

type Content = Pick<MessageRow, 'kind'> & Partial<MessageRow>;

/** Only staff create messages, so there are few. */
const REMEMBERED_MAX = 10_000;

const cooldown = (seconds: number) =>
  new HttpError('redirect_cooldown', 'Please wait before redirecting this guest again', seconds);
const noExit = () => new HttpError('redirect_gone', ({ errors }) => errors.noExit);
/** When EXIT_HOSTS doesn't include the exit URL's host. */
const NO_EXIT = 'There is no exit: the exit URL in Settings is not on a host the operator allows.';

const PATH_OF: Partial<Record<GuestPage, string>> = {
  'Email Entry Page': EMAIL_ENTRY_PATH,
  'Verify Code Page': VERIFY_CODE_PATH,
};

const isPrompt = ({ kind }: MessageRow) => kind === 'prompt';
const isRedirect = ({ kind }: MessageRow) => kind === 'redirect' || kind === 'exit';
const keyOf = ({ guest_id, guest_ip }: MessageRow) => guest_id ?? guest_ip;

const newMessage = ({ guestId, ipAddress }: Addressee, content: Content, actor: Actor, at: number): MessageRow => ({
  id: newId(at),
  guest_id: guestId,
  guest_ip: ipAddress,
  prompt: null,
  text: null,
  target: null,
  reason: null,
  is_persistent: 0,
  sender_id: actor.userId,
  sender_name: actor.staff ?? actor.userId,
  is_waiting: content.kind === 'resend' ? 0 : 1,
  created_at: at,
  delivered_at: null,
  seen_at: null,
  declined_at: null,
  withdrawn_at: null,
  withdrawn_why: null,
  receipt_of: null,
  language: null,
  ...content,
});

function changeOf({ id, guest_ip, kind, prompt, text, language, target, reason }: MessageRow): Change {
  const about = { guest: guest_ip, messageId: id };
  const spoken = inLanguage(language);
  if (kind === 'prompt') return { change: kind, prompt: prompt ?? 'email', text: text ?? '', ...spoken, ...about };
  if (kind === 'resend') return { change: kind, ...about };
  const why = { ...about, ...(reason && { reason }) };
  return kind === 'redirect'
    ? { change: kind, ...why }
    : { change: kind, address: target ?? '', message: text ?? '', ...spoken, ...why };
}

/** Keeps in memory the waiting messages, because every page polls, and each browser's last message. Decision 78. */
export class Messages {
  readonly #deps: MessagesDeps;
  /** By target (`targetOf`), oldest first. */
  readonly #waiting = new Map<string, MessageRow[]>();
  /** Messages of the last day, by the browser's public id. */
  readonly #last = new Map<string, MessageRow>();
  readonly #shownAgain: ShownAgain;
  readonly #replica: Replica;
  readonly caughtUp = () => this.#replica.caughtUp();

  constructor(deps: MessagesDeps) {
    this.#deps = deps;
    this.#shownAgain = new ShownAgain(deps);
    this.#replica = new Replica({
      ...deps,
      what: 'messages',
      topic: 'message-changed',
      load: () => this.load(),
      reload: (target) => this.#reload(target),
    });
    deps.settings.onChange((trx, change) => this.#withdrawOutdated(trx, change));
    deps.bus.subscribe('guest-mail-changed', (guestId) => {
      this.mailChanged(guestId).catch((error) => deps.log.warn({ err: error }, 'state of an email not read'));
    });
  }

  async load(): Promise<void> {
    const { db, clock } = this.#deps;
    const waiting = await waitingMessages(db);
    const recent = await messagesSince(db, clock.now() - DAY_MS, REMEMBERED_MAX);
    this.#waiting.clear();
    this.#last.clear();
    for (const message of waiting) this.#waiting.set(keyOf(message), [...this.#at(keyOf(message)), message]);
    for (const message of recent.reverse()) this.#last.set(keyOf(message), message);
  }

  waitingFor(addressee: Addressee): Guest['waiting'] {
    const { settings, languages } = this.#deps;
    const isDue = (message: MessageRow) => isPrompt(message) && mayDeliver(message, settings.current, languages);
    const prompt = this.#next(addressee, isDue);
    return { prompt: prompt?.prompt ?? null, redirect: this.#next(addressee, isRedirect)?.target ?? null };
  }

  lastOf(guestId: string): SentMessage | null {
    const message = this.#last.get(guestId);
    return message === undefined ? null : presentMessage(message);
  }

  async wasSentSince(trx: Trx, guestId: string, since: number): Promise<boolean> {
    const { trusted } = this.#replica;
    const last = trusted ? this.#last.get(guestId) : undefined;
    if (last !== undefined) return last.created_at >= since;
    const knowsAll = trusted && this.#last.size < REMEMBERED_MAX;
    return !knowsAll && (await lastMessageOf(trx, guestId, since)) !== undefined;
  }

  async prompt(to: SendTo, prompt: Exclude<PromptKind, 'new-code'>, actor: Caller): Promise<Sent> {
    const { settings, languages } = this.#deps;
    return this.#send(to, actor, async (trx) => {
      const held = await settings.hold(trx);
      return (language) => ({ kind: 'prompt', prompt, ...promptText(prompt, held, languages, language) });
    });
  }

  async redirect(to: SendTo, { destination, reason, persistent }: NewRedirect, actor: Caller): Promise<Sent> {
    const { settings, languages } = this.#deps;
    if (!may(actor.role, 'message-guests')) throw notAllowed();
    return this.#send(to, actor, async (trx, addressees, at) => {
      const held = await settings.hold(trx);
      const { exitUrl } = held;
      // Programs that use the API send the example URL when they mean the exit.
      const toExit = destination === null || (exitUrl === CLOSED_PATH && destination === EXIT_URL_EXAMPLE);
      const target = toExit ? exitUrl : destination;
      if (toExit && exitUrl === '') throw badInput(NO_EXIT);
      if (!mayRedirectGuestTo(target, { exitUrl }))
        throw badInput('Guests can only be redirected to pages of the verification');
      // Sorted, against deadlocks.
      const targets = addressees.map(targetOf).sort();
      const seconds = await takeFromLimits(
        trx,
        targets.map((target) => countOf(LIMITS.redirects, target)),
        at,
      );
      if (seconds > 0) throw cooldown(seconds);
      const rest = { target, reason: reason ?? null, is_persistent: persistent ? 1 : 0 };
      return (language) =>
        target === exitUrl
          ? { kind: 'exit', ...guestText('exitMessage', held, languages, language), ...rest }
          : { kind: 'redirect', ...rest };
    });
  }

  async #send(
    to: SendTo,
    actor: Caller,
    compose: (trx: Trx, addressees: readonly Addressee[], at: number) => Promise<(language: Language) => Content>,
  ): Promise<Sent> {
    const { transact, clock, guests } = this.#deps;
    const { ipAddress, guestId } = to;
    const addressees = guestId === undefined ? addresseesAt(guests, ipAddress) : [{ guestId, ipAddress }];
    const at = clock.now();
    return transact(actor, async (trx) => {
      const contentIn = await compose(trx, addressees, at);
      const sent: MessageRow[] = [];
      for (const addressee of addressees) {
        const message = newMessage(addressee, contentIn(this.#languageOf(addressee)), actor, at);
        if (await this.#put(trx, message, to, actor)) sent.push(message);
      }
      const [message] = sent;
      if (message === undefined) throw allHalted();
      await this.#replica.changed(trx, ...sent.map(keyOf));
      return { message, leftOut: addressees.length - sent.length };
    });
  }

  /** Call in the transaction that queues the email; both have the same id. `withReply` also shows the guest that a new code was sent. */
  async resend(trx: Trx, id: string, to: OneBrowser, actor: Actor, withReply: boolean): Promise<void> {
    const at = this.#deps.clock.now();
    await this.#put(trx, newMessage(to, { kind: 'resend', id }, actor, at), to, actor);
    const { settings, languages } = this.#deps;
    const text = promptText('new-code', settings.current, languages, this.#languageOf(to));
    const reply = { kind: 'prompt', prompt: 'new-code', ...text } as const;
    if (withReply) await this.#put(trx, newMessage(to, reply, actor, at), to, actor);
    await this.#replica.changed(trx, to.guestId);
  }

  /** A guess: the text is translated again when it is shown. */
  #languageOf({ guestId }: Partial<Addressee>): Language {
    const { guests, languages } = this.#deps;
    return languages.find(guestId && guests.factsOf(guestId)?.language) ?? languages.fallback;
  }

  /** Throws if the browser is halted or another helper is assigned. False if the target is an address with a halted browser. */
  async #put(trx: Trx, message: MessageRow, to: SendTo, actor: Actor): Promise<boolean> {
    const { guest_id, guest_ip: ipAddress, created_at: at } = message;
    const isHalted = guest_id === null ? await isAnyHaltedAt(trx, ipAddress) : await isHaltedNow(trx, guest_id);
    if (to.guestId !== undefined) {
      if (isHalted) throw halted();
      const browser = { guestId: to.guestId, ipAddress };
      await this.#deps.assignments.assignIn(trx, browser, actor, { stepIn: to.stepIn ?? false, at });
    } else if (isHalted) return false;
    if (message.kind !== 'resend') await withdrawReplaced(trx, message, keyOf(message), at);
    await insertMessage(trx, message);
    await recordActivity(trx, {
      ...actor,
      action: 'admin_redirect',
      ...(message.target !== null && { page: message.target }),
      details: changeOf(message),
      at,
      guestId: guest_id ?? undefined,
    });
    return true;
  }

  /** Needs the database only if there is a prompt, or while memory can't be trusted. */
  promptFor(recipient: Recipient): ShownPrompt | Promise<ShownPrompt> {
    return this.#deliverNext(recipient, isPrompt, NO_PROMPT, ({ text, prompt }) => ({
      showPrompt: true,
      message: text,
      kind: prompt,
    }));
  }

  redirectFor(recipient: Recipient): ShownRedirect | Promise<ShownRedirect> {
    return this.#deliverNext(recipient, isRedirect, NO_REDIRECT, (message) => ({
      redirect: message.target,
      message: message.text,
      ...(isThanks(message, this.#deps.languages) && { thanks: true }),
    }));
  }

  #deliverNext<Answer>(
    recipient: Recipient,
    isWanted: (message: MessageRow) => boolean,
    nothing: Answer,
    present: (message: MessageRow) => Answer,
  ): Answer | Promise<Answer> {
    const deliver = () => {
      const message = this.#next(recipient, isWanted);
      if (message === undefined) return nothing;
      const again = this.#shownAgain.answer(message, recipient, present);
      if (again !== null) return again;
      return this.#deliver(message.id, recipient).then((got) => {
        if (got === null) return nothing;
        this.#shownAgain.remember(got, recipient);
        return present(got);
      });
    };
    if (this.#replica.trusted) return deliver();
    return Promise.all(targetsOf(recipient).map((target) => this.#reload(target))).then(deliver);
  }

  /** Checks everything in the transaction: another process may know of a halt or a withdrawal. */
  async #deliver(id: string, recipient: Recipient): Promise<MessageRow | null> {
    const { transact, settings, languages } = this.#deps;
    if (recipient.isHalted) return null;
    const current = await settings.fresh();
    return transact('guest', async (trx) => {
      if (recipient.guestId !== null && (await isHaltedNow(trx, recipient.guestId))) return null;
      const message = await findMessage(trx, id);
      if (message === undefined || message.is_waiting === 0 || !mayDeliver(message, current, languages)) return null;
      if (!(await this.#isTrueNow(trx, message, recipient.guestId))) return null;
      if (isForOnce(message) && !(await stopWaiting(trx, id))) return null;
      // Only at the first delivery: the notification makes the page poll again.
      if (message.delivered_at === null) this.#replica.changedOften(trx, keyOf(message));
      // Choosing to go or stay at an exit needs the browser's id.
      const guestId = message.kind === 'exit' ? recipient.identify() : recipient.guestId;
      const isConfirmed = message.kind === 'exit' && (await verifiedAt(trx, guestId)) !== null;
      const shown = asShown(message, { settings: current, languages, to: recipient.language(), isConfirmed });
      return recordDelivery(trx, this.#deps, message, shown, { ...recipient, guestId });
    });
  }

  async #isTrueNow(trx: Trx, message: MessageRow, guestId: string | null): Promise<boolean> {
    const { prompt } = message;
    if (!isReply(prompt)) return true;
    const resend = prompt === 'new-code' && guestId !== null ? await lastResendOf(trx, guestId) : undefined;
    const now = this.#deps.clock.now();
    const standing = replyStanding(prompt, { resend, verifiedAt: await verifiedAt(trx, guestId) }, now);
    // A prompt for a whole address may still be true for other browsers.
    if (standing === 'outdated' && message.guest_id !== null)
      await this.#changed(trx, await withdrawPrompt(trx, message.id, now));
    return standing === 'true';
  }

  /** Another process may have delivered the prompt. One that no page has got stays. */
  async clearPrompt(recipient: Recipient): Promise<void> {
    const { transact } = this.#deps;
    await transact('guest', async (trx) => {
      for (const target of targetsOf(recipient)) {
        const prompt = (await waitingMessages(trx, target)).findLast(isPrompt);
        if (prompt === undefined || (prompt.guest_id !== null && prompt.delivered_at === null)) continue;
        if (!(await stopWaiting(trx, prompt.id))) continue;
        await recordSeen(trx, this.#deps, prompt, recipient, this.#shownAgain.asLastShown(prompt, recipient));
        return this.#replica.changedOften(trx, target);
      }
      // Another process was faster, so this one's memory is outdated.
      this.#replica.changedOften(trx, ...targetsOf(recipient).filter((target) => this.#waiting.has(target)));
    });
  }

  /** Marks a redirect as seen if this is its page. */
  async arrived(guestId: string, page: GuestPage, visitor: Visitor): Promise<void> {
    const { transact, clock, guests } = this.#deps;
    if (!this.#replica.trusted) await this.#reload(guestId);
    const message = this.#last.get(guestId);
    if (message?.kind !== 'redirect' || message.target !== PATH_OF[page]) return;
    // A verified guest sees the success there, not the form that staff sent them to.
    if (guests.factsOf(guestId)?.outcome === 'verified') return;
    const { state } = stateOf(message);
    if (state === 'seen' || state === 'withdrawn') return;
    const at = clock.now();
    await transact('guest', async (trx) => {
      // Not delivered yet, so the guest came on their own.
      if (!(await mark(trx, message.id, 'seen_at', at))) return;
      await logReceipt(trx, message, 'seen', { guestId, visitor: () => visitor }, at);
      this.#replica.changedOften(trx, guestId);
    });
  }

  async exitChosen(choice: 'go' | 'stay', guestId: string, visitor: Visitor): Promise<void> {
    const { transact, clock, rows } = this.#deps;
    const at = clock.now();
    await transact('guest', async (trx) => {
      const exit = await lastExitOf(trx, guestId, at - HOUR_MS);
      const when = choice === 'go' ? 'seen_at' : 'declined_at';
      if (exit === undefined || !(await mark(trx, exit.id, when, at))) throw noExit();
      rows.spend(visitor.ipAddress, 1);
      const state = choice === 'go' ? 'seen' : 'declined';
      await logReceipt(trx, exit, state, { guestId, visitor: () => visitor }, at);
      this.#replica.changedOften(trx, guestId);
    });
  }

  /** Updates the state of a code that staff sent, if this was its email. */
  async mailChanged(guestId: string): Promise<void> {
    const { db, transact, clock } = this.#deps;
    if (!this.#last.has(guestId)) return;
    // Staff may have sent another message since, so the last one isn't enough.
    const resend = await lastResendOf(db, guestId);
    if (resend === undefined || stateOf(resend).state !== 'sent') return;
    const state = await stateOfMessage(db, resend.id);
    const hasFailed = state === 'failed' || state === 'expired';
    if (state !== 'sent' && !hasFailed) return;
    await transact('server', async (trx) => {
      if (hasFailed) await withdrawResend(trx, resend, clock.now());
      else await mark(trx, resend.id, 'delivered_at', clock.now());
      this.#replica.changedOften(trx, guestId);
    });
  }

  async withdrawFor(trx: Trx, browser: Addressee): Promise<void> {
    const at = this.#deps.clock.now();
    const waiting = await withdrawForBrowser(trx, browser, at);
    await this.#changed(trx, [...waiting, ...(await withdrawUnsentResends(trx, browser.guestId, at))]);
  }

  async removeRedirect(id: string, actor: Caller): Promise<boolean> {
    const { transact, clock } = this.#deps;
    const at = clock.now();
    return transact(actor, async (trx) => {
      const gone = await withdrawRedirect(trx, id, at);
      const [message] = gone;
      if (message === undefined) return false;
      if (!may(actor.role, 'message-guests')) throw notAllowed();
      const details = { change: 'redirect removed', guest: message.guest_ip, messageId: id } as const;
      const about = { page: message.target ?? '', guestId: message.guest_id ?? undefined };
      await recordActivity(trx, { ...actor, action: 'admin_redirect', details, at, ...about });
      await this.#changed(trx, gone);
      return true;
    });
  }

  async deleteOld(before: number, most: number): Promise<number> {
    const gone = new Set(await deleteOldMessages(this.#deps.db, before, most));
    const waited = [...this.#waiting.values()].flat().filter(({ id }) => gone.has(id));
    if (waited.length > 0) this.#deps.bus.publish('message-changed', ...waited.map(keyOf));
    return gone.size;
  }

  sweep(): void {
    const oldest = this.#deps.clock.now() - DAY_MS;
    for (const message of this.#last.values()) if (message.created_at <= oldest) this.#last.delete(keyOf(message));
  }

  /** Applies to all languages: guests must not read a different text from the one that staff sent. */
  async #withdrawOutdated(trx: Trx, { next, changed }: SettingsChange): Promise<Entailed> {
    const at = this.#deps.clock.now();
    const concerns = (name: SettingName) => changed.some((key) => (translationOf(key)?.name ?? key) === name);
    const outdated = (['email', 'code'] as const).filter((prompt) => concerns(PROMPT_SETTINGS[prompt]));
    const prompts = outdated.length === 0 ? [] : await withdrawPrompts(trx, outdated, at);
    const exits = concerns('exitMessage')
      ? await withdrawExits(trx, at)
      : concerns('exitUrl')
        ? await withdrawExitsOtherThan(trx, next.exitUrl, at)
        : [];
    await this.#changed(trx, [...prompts, ...exits]);
    return {
      ...(prompts.length > 0 && { withdrawnPrompts: prompts.length }),
      ...(exits.length > 0 && { withdrawnExits: exits.length }),
    };
  }

  #changed(trx: Trx, messages: readonly MessageRow[]): Promise<void> {
    return this.#replica.changed(trx, ...messages.map(keyOf));
  }

  #at(target: string): readonly MessageRow[] {
    return this.#waiting.get(target) ?? [];
  }

  #next(addressee: Addressee, isWanted: (message: MessageRow) => boolean): MessageRow | undefined {
    if (this.#waiting.size === 0) return undefined;
    for (const target of targetsOf(addressee)) {
      const message = this.#at(target).findLast(isWanted);
      if (message !== undefined) return message;
    }
    return undefined;
  }

  async #reload(target: string): Promise<void> {
    const { db, clock } = this.#deps;
    const waiting = await waitingMessages(db, target);
    const last = await lastMessageOf(db, target, clock.now() - DAY_MS);
    if (waiting.length === 0) this.#waiting.delete(target);
    else this.#waiting.set(target, waiting);
    // Move to the end of the map: the oldest entry is evicted first.
    this.#last.delete(target);
    if (last === undefined) return;
    evictOldest(this.#last, REMEMBERED_MAX);
    this.#last.set(target, last);
  }
}
