import type * as z from 'zod';
import { guestUserId } from '../../../contract/activity.rules.ts';
import type { checkPrompt, PromptKind } from '../../../contract/prompts.ts';
import type { Core } from '../../core.ts';
import type { PromptRow, Trx } from '../../db/tables.ts';
import { EVERYBODY, idsToTell } from '../../live/bus.ts';
import { Replica } from '../../live/replica.ts';
import type { Actor, Visitor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';
import type { Consequence, SettingsChange, SettingsStore } from '../settings/settings.ts';
import { mayShowPrompt, textOf } from './policy.ts';
import {
  allPrompts,
  deleteOldPrompts,
  deletePrompt,
  deletePromptsOtherThan,
  findPrompt,
  putPrompt,
} from './queries.ts';

interface PromptsDeps extends Pick<Core, 'db' | 'clock' | 'bus' | 'log'> {
  readonly settings: SettingsStore;
}

type ShownPrompt = Readonly<z.output<typeof checkPrompt.answer>>;

const NO_PROMPT: ShownPrompt = { showPrompt: false, message: null };
const IDS_TOLD_MAX = 20;

type WaitingPrompt = Pick<PromptRow, 'kind' | 'message'>;

/**
 * What the support team asks of guests, in the words that the settings had when it was sent. The rows are the truth; they
 * are also in memory, because guests ask every few seconds and almost always there is nothing.
 */
export class Prompts {
  readonly #deps: PromptsDeps;
  readonly #waiting = new Map<string, WaitingPrompt>();
  /** The same object for the same message, because its text is made once for each object. */
  readonly #shown = new Map<PromptKind, ShownPrompt>();
  readonly #replica: Replica;

  constructor(deps: PromptsDeps) {
    this.#deps = deps;
    this.#replica = new Replica({ ...deps, what: 'prompts', load: () => this.load() });
    deps.bus.subscribe('prompt-changed', (ip) =>
      this.#replica.read(() => (ip === EVERYBODY ? this.load() : this.#reload(ip))),
    );
    deps.settings.onChange((trx, change) => this.#withdraw(trx, change));
  }

  async load(): Promise<void> {
    const rows = await allPrompts(this.#deps.db);
    this.#waiting.clear();
    for (const { guest_ip, kind, message } of rows) this.#waiting.set(guest_ip, { kind, message });
  }

  /** Which prompt a guest has not seen yet. Asks no database. */
  waitingFor(guestIp: string): PromptKind | null {
    return this.#prompt(guestIp)?.kind ?? null;
  }

  /** For a guest's page. Asks the database only while what is in memory cannot be trusted. */
  shownTo(guestIp: string): ShownPrompt | Promise<ShownPrompt> {
    if (this.#replica.trusted) return this.#message(guestIp);
    return this.#deps.settings
      .fresh()
      .then(() => this.#reload(guestIp))
      .then(() => this.#message(guestIp));
  }

  async send(guestIp: string, kind: PromptKind, actor: Actor): Promise<void> {
    const { db, clock, settings } = this.#deps;
    const at = clock.now();
    await this.#replica.change(db, 'prompt-changed', async (trx) => {
      const text = textOf(kind, await settings.hold(trx));
      await putPrompt(trx, { guest_ip: guestIp, kind, message: text, created_at: at });
      const details = { change: 'prompt', prompt: kind, text, guest: guestIp } as const;
      await recordActivity(trx, { ...actor, action: 'admin_redirect', details, at });
      return [guestIp];
    });
  }

  /** Always asks the database: the guest may have got the prompt from a process that heard of it before this one. */
  async clear(visitor: Visitor): Promise<void> {
    const { db, bus } = this.#deps;
    const { ipAddress: guestIp } = visitor;
    const shown = await db.transaction().execute(async (trx) => {
      const prompt = await deletePrompt(trx, guestIp);
      if (prompt !== undefined) await this.#recordShown(trx, prompt, visitor);
      return prompt;
    });
    if (this.#waiting.delete(guestIp) || shown !== undefined) bus.publish('prompt-changed', guestIp);
  }

  /** One batch; answers how many. */
  async deleteOld(before: number, most: number): Promise<number> {
    const gone = await deleteOldPrompts(this.#deps.db, before, most);
    for (const guestIp of gone) this.#deps.bus.publish('prompt-changed', guestIp);
    return gone.length;
  }

  /** Kept with what staff did: it is what became of it. One with words that are no longer in force nobody was shown. */
  async #recordShown(trx: Trx, prompt: PromptRow, visitor: Visitor): Promise<void> {
    const { clock, settings } = this.#deps;
    if (!mayShowPrompt(prompt, settings.current)) return;
    const { kind, message: text, guest_ip: guest } = prompt;
    const details = { change: 'prompt shown', prompt: kind, text, guest } as const;
    const who = { userId: guestUserId(visitor.ipAddress), visitor };
    await recordActivity(trx, { ...who, action: 'admin_redirect', details, at: clock.now() });
  }

  #message(guestIp: string): ShownPrompt {
    const prompt = this.#prompt(guestIp);
    if (prompt === null) return NO_PROMPT;
    const { kind, message } = prompt;
    const known = this.#shown.get(kind);
    if (known?.message === message) return known;
    const shown = { showPrompt: true, message };
    this.#shown.set(kind, shown);
    return shown;
  }

  async #reload(guestIp: string): Promise<void> {
    const prompt = await findPrompt(this.#deps.db, guestIp);
    if (prompt === undefined) this.#waiting.delete(guestIp);
    else this.#waiting.set(guestIp, { kind: prompt.kind, message: prompt.message });
  }

  /** The settings may have other words by now, of which another process has told before it told of the prompt. */
  #prompt(guestIp: string): WaitingPrompt | null {
    const prompt = this.#waiting.get(guestIp);
    return prompt !== undefined && mayShowPrompt(prompt, this.#deps.settings.current) ? prompt : null;
  }

  /** Whatever says something else than the settings do from now on. */
  async #withdraw(trx: Trx, { next, changed }: SettingsChange): Promise<Consequence> {
    const { bus } = this.#deps;
    const concerns = changed.includes('emailPromptMessage') || changed.includes('codePromptMessage');
    const gone = concerns ? await deletePromptsOtherThan(trx, next) : [];
    const told = idsToTell(gone, IDS_TOLD_MAX);
    for (const guestIp of told) await bus.publishIn(trx, 'prompt-changed', guestIp);
    return {
      ...(gone.length > 0 && { details: { withdrawnPrompts: gone.length } }),
      committed: () => {
        for (const guestIp of told) bus.tellSelf('prompt-changed', guestIp);
      },
    };
  }
}
