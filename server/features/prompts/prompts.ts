import type * as z from 'zod';
import type { checkPrompt, PromptKind } from '../../../contract/prompts.ts';
import type { Core } from '../../core.ts';
import { Replica } from '../../live/replica.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { allPrompts, deleteOldPrompts, deletePrompt, findPrompt, putPrompt } from './queries.ts';

interface PromptsDeps extends Pick<Core, 'db' | 'clock' | 'bus' | 'log'> {
  readonly settings: SettingsStore;
}

type ShownPrompt = Readonly<z.output<typeof checkPrompt.answer>>;

const NO_PROMPT: ShownPrompt = { showPrompt: false, message: null };

/**
 * What the support team asks of guests. The rows are the truth; they are also in memory, because guests ask every few
 * seconds and almost always there is nothing.
 */
export class Prompts {
  readonly #deps: PromptsDeps;
  readonly #kinds = new Map<string, PromptKind>();
  /** The same object for the same message, because its text is made once for each object. */
  readonly #shown = new Map<PromptKind, ShownPrompt>();
  readonly #replica: Replica;

  constructor(deps: PromptsDeps) {
    this.#deps = deps;
    this.#replica = new Replica({ ...deps, what: 'prompts', load: () => this.load() });
    deps.bus.subscribe('prompt-changed', (ip) => this.#replica.read(() => this.#reload(ip)));
  }

  async load(): Promise<void> {
    const rows = await allPrompts(this.#deps.db);
    this.#kinds.clear();
    for (const { guest_ip, kind } of rows) this.#kinds.set(guest_ip, kind);
  }

  /** Which prompt a guest has not seen yet. Asks no database. */
  waitingFor(guestIp: string): PromptKind | null {
    return this.#kinds.get(guestIp) ?? null;
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
    const { db, clock } = this.#deps;
    const at = clock.now();
    await this.#replica.change(db, 'prompt-changed', async (trx) => {
      await putPrompt(trx, { guest_ip: guestIp, kind, created_at: at });
      const details = { change: 'prompt', prompt: kind, guest: guestIp } as const;
      await recordActivity(trx, { ...actor, action: 'admin_redirect', details, at });
      return [guestIp];
    });
  }

  /** Always asks the database: the guest may have got the prompt from a process that heard of it before this one. */
  async clear(guestIp: string): Promise<void> {
    const { db, bus } = this.#deps;
    const wasStored = await deletePrompt(db, guestIp);
    if (this.#kinds.delete(guestIp) || wasStored) bus.publish('prompt-changed', guestIp);
  }

  /** One batch; answers how many. */
  async deleteOld(before: number, most: number): Promise<number> {
    const gone = await deleteOldPrompts(this.#deps.db, before, most);
    for (const guestIp of gone) this.#deps.bus.publish('prompt-changed', guestIp);
    return gone.length;
  }

  #message(guestIp: string): ShownPrompt {
    const kind = this.#kinds.get(guestIp);
    if (kind === undefined) return NO_PROMPT;
    const { emailPromptMessage, codePromptMessage } = this.#deps.settings.current;
    const message = kind === 'email' ? emailPromptMessage : codePromptMessage;
    const known = this.#shown.get(kind);
    if (known?.message === message) return known;
    const shown = { showPrompt: true, message };
    this.#shown.set(kind, shown);
    return shown;
  }

  async #reload(guestIp: string): Promise<void> {
    const prompt = await findPrompt(this.#deps.db, guestIp);
    if (prompt === undefined) this.#kinds.delete(guestIp);
    else this.#kinds.set(guestIp, prompt.kind);
  }
}
