import type * as z from 'zod';
import type { checkPrompt, PromptKind } from '../../../../contract/guests/prompts.ts';
import type { Core } from '../../../core.ts';
import { newId } from '../../../db/ids.ts';
import type { PromptRow, Trx } from '../../../db/tables.ts';
import { Replica } from '../../../live/replica.ts';
import type { Caller } from '../../../sessions/transact.ts';
import { recordActivity } from '../../log/activity/activity.ts';
import type { Entailed, SettingsChange, SettingsStore } from '../../settings/settings.ts';
import type { Approach, Care, Shown } from '../messages/care.ts';
import {
  type Addressee,
  addresseesAt,
  allHalted,
  type GuestsSeen,
  type Recipient,
  targetOf,
  targetsOf,
} from '../messages/guests.ts';
import { mayShowPrompt, textOf } from './policy.ts';
import {
  allPrompts,
  deleteOldPrompts,
  deletePrompt,
  deletePromptsFor,
  deletePromptsOtherThan,
  findPrompt,
  isWaiting,
  putPrompt,
} from './queries.ts';

interface PromptsDeps extends Pick<Core, 'db' | 'transact' | 'clock' | 'bus' | 'log'> {
  readonly settings: SettingsStore;
  readonly care: Care;
  readonly guests: Pick<GuestsSeen, 'browsersAt'>;
}

type ShownPrompt = Readonly<z.output<typeof checkPrompt.answer>>;

const NO_PROMPT: ShownPrompt = { showPrompt: false, message: null, kind: null };

type WaitingPrompt = Omit<PromptRow, 'created_at'>;

const steerOf = ({ id, kind, message }: Pick<PromptRow, 'id' | 'kind' | 'message'>): Shown => ({
  steerId: id,
  what: `${kind}-prompt`,
  text: message,
});

const addresseeOf = ({ guest_id, guest_ip }: WaitingPrompt): Addressee => ({ guestId: guest_id, ipAddress: guest_ip });

/**
 * What the support team asks of guests, in the words that the settings had when it was sent. The rows are the truth; they
 * are also in memory, because guests ask every few seconds and almost always there is nothing.
 */
export class Prompts {
  readonly #deps: PromptsDeps;
  /** By target. */
  readonly #waiting = new Map<string, WaitingPrompt>();
  /** The same object for the same message, because its text is made once for each object. */
  readonly #shown = new Map<PromptKind, ShownPrompt>();
  readonly #replica: Replica;

  constructor(deps: PromptsDeps) {
    this.#deps = deps;
    this.#replica = new Replica({
      ...deps,
      what: 'prompts',
      topic: 'prompt-changed',
      load: () => this.load(),
      reload: (target) => this.#reload(target),
    });
    deps.settings.onChange((trx, change) => this.#withdraw(trx, change));
  }

  caughtUp(): Promise<void> {
    return this.#replica.caughtUp();
  }

  async load(): Promise<void> {
    const rows = await allPrompts(this.#deps.db);
    this.#waiting.clear();
    for (const row of rows) this.#waiting.set(row.target, row);
  }

  /** Which prompt a browser has not seen yet, or whoever comes from an address. Asks no database. */
  waitingFor(target: string): PromptKind | null {
    const prompt = this.#waiting.get(target);
    return prompt !== undefined && this.#mayShow(prompt) ? prompt.kind : null;
  }

  /**
   * For a guest's page. Asks the database only while what is in memory cannot be trusted, and where there is something: what a
   * guest was shown is in the log before they are shown it, and a halted one is shown nothing.
   */
  shownTo(recipient: Recipient): ShownPrompt | Promise<ShownPrompt> {
    if (!this.#replica.trusted) return this.#readFor(recipient).then(() => this.#show(recipient));
    return this.#show(recipient);
  }

  /** To one browser, whose helper the admin is from now on. */
  async sendTo(guest: Addressee, kind: PromptKind, actor: Caller, approach: Approach = 'claim'): Promise<void> {
    await this.#send([guest], kind, actor, approach);
  }

  /**
   * To every browser that has stayed at an address, or where there is none to whoever comes from it. Answers how many were left
   * out because they are halted.
   */
  async send(guestIp: string, kind: PromptKind, actor: Caller): Promise<number> {
    return this.#send(addresseesAt(this.#deps.guests, guestIp), kind, actor, 'by address');
  }

  async #send(guests: readonly Addressee[], kind: PromptKind, actor: Caller, approach: Approach): Promise<number> {
    const { transact, clock, settings, care } = this.#deps;
    const at = clock.now();
    return transact(actor, async (trx) => {
      const reached: Addressee[] = [];
      const message = textOf(kind, await settings.hold(trx));
      for (const guest of guests) {
        const { guestId, ipAddress } = guest;
        const steer = { id: newId(at), what: `${kind}-prompt`, to: null } as const;
        if (!(await care.steer(trx, guest, steer, approach, actor, at))) continue;
        reached.push(guest);
        await putPrompt(trx, {
          target: targetOf(guest),
          id: steer.id,
          guest_ip: ipAddress,
          guest_id: guestId,
          kind,
          message,
          created_at: at,
        });
        const details = { change: 'prompt', prompt: kind, text: message, guest: ipAddress, steer: steer.id } as const;
        await recordActivity(trx, { ...actor, action: 'admin_redirect', details, at, guestId: guestId ?? undefined });
      }
      if (reached.length === 0) throw allHalted();
      await this.#replica.changed(trx, ...reached.map(targetOf));
      return guests.length - reached.length;
    });
  }

  /** What waits for a browser, or for whoever comes from its address, will not be shown. */
  async withdrawFor(trx: Trx, browser: Addressee): Promise<void> {
    await this.#gone(trx, await deletePromptsFor(trx, targetsOf(browser)));
  }

  /**
   * Always asks the database: the guest may have got the prompt from a process that heard of it before this one. One that was
   * sent in the meantime, and that no page of this browser has taken, stays.
   */
  async clear(recipient: Recipient): Promise<void> {
    const { transact, care } = this.#deps;
    await transact('guest', async (trx) => {
      for (const target of targetsOf(recipient)) {
        const prompt = await findPrompt(trx, target);
        if (prompt === undefined || !(await care.isTaken(trx, steerOf(prompt), addresseeOf(prompt)))) continue;
        if (!(await deletePrompt(trx, prompt))) continue;
        await care.see(trx, steerOf(prompt), recipient, addresseeOf(prompt));
        return this.#replica.changedOften(trx, prompt.target);
      }
      // Where another process was faster, this one has not heard of it yet.
      this.#replica.changedOften(trx, ...targetsOf(recipient).filter((target) => this.#waiting.has(target)));
    });
  }

  /** One batch; answers how many. */
  async deleteOld(before: number, most: number): Promise<number> {
    const gone = await deleteOldPrompts(this.#deps.db, before, most);
    for (const target of gone) this.#deps.bus.publish('prompt-changed', target);
    return gone.length;
  }

  #show(recipient: Recipient): ShownPrompt | Promise<ShownPrompt> {
    const prompt = this.#promptFor(recipient);
    if (prompt === null) return NO_PROMPT;
    return this.#deps.care.mayShowAgain(steerOf(prompt), recipient)
      ? this.#answer(prompt)
      : this.#deliver(prompt, recipient);
  }

  async #deliver(prompt: WaitingPrompt, recipient: Recipient): Promise<ShownPrompt> {
    const { care } = this.#deps;
    const outcome = await care.deliver(steerOf(prompt), recipient, addresseeOf(prompt), (trx) =>
      isWaiting(trx, prompt),
    );
    return outcome === 'delivered' ? this.#answer(prompt) : NO_PROMPT;
  }

  #answer({ kind, message }: WaitingPrompt): ShownPrompt {
    const known = this.#shown.get(kind);
    if (known?.message === message) return known;
    const shown = { showPrompt: true, message, kind };
    this.#shown.set(kind, shown);
    return shown;
  }

  async #readFor(recipient: Recipient): Promise<void> {
    await this.#deps.settings.fresh();
    for (const target of targetsOf(recipient)) await this.#reload(target);
  }

  async #reload(target: string): Promise<void> {
    const prompt = await findPrompt(this.#deps.db, target);
    if (prompt === undefined) this.#waiting.delete(target);
    else this.#waiting.set(target, prompt);
  }

  #promptFor(recipient: Recipient): WaitingPrompt | null {
    if (this.#waiting.size === 0) return null;
    for (const target of targetsOf(recipient)) {
      const prompt = this.#waiting.get(target);
      if (prompt !== undefined && this.#mayShow(prompt)) return prompt;
    }
    return null;
  }

  /** The settings may have other words by now, of which another process has told before it told of the prompt. */
  #mayShow(prompt: WaitingPrompt): boolean {
    return mayShowPrompt(prompt, this.#deps.settings.current);
  }

  /** Whatever says something else than the settings do from now on. */
  async #withdraw(trx: Trx, { next, changed }: SettingsChange): Promise<Entailed> {
    const concerns = changed.includes('emailPromptMessage') || changed.includes('codePromptMessage');
    const gone = concerns ? await deletePromptsOtherThan(trx, next) : [];
    await this.#gone(trx, gone);
    return gone.length > 0 ? { withdrawnPrompts: gone.length } : {};
  }

  async #gone(trx: Trx, gone: readonly PromptRow[]): Promise<void> {
    await this.#deps.care.withdraw(trx, gone);
    await this.#replica.changed(trx, ...gone.map(({ target }) => target));
  }
}
