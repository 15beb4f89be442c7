import type { Clock } from '../../clock.ts';
import { newId } from '../../db/ids.ts';
import { takeFromLimits } from '../../db/limit-counts.ts';
import type { Db, RedirectRow, Trx } from '../../db/tables.ts';
import { badInput, HttpError } from '../../errors.ts';
import type { Bus } from '../../live/bus.ts';
import { InStep } from '../../live/replica.ts';
import type { Log } from '../../log.ts';
import type { Visitor } from '../../visitor/visitor.ts';
import { recordActivity } from '../activity/activity.ts';
import type { Settings, SettingsStore } from '../settings/settings.ts';
import { mayMoveGuestTo } from './guest-policy.ts';

const COOLDOWN = { most: 1, seconds: 10 };
const cooldown = (seconds: number) =>
  new HttpError('redirect_cooldown', 'Please wait before redirecting this guest again', seconds);

export type PromptKind = 'email' | 'code';

/** The admin who steers; every steer is an activity entry of theirs. */
export interface Steerer {
  readonly adminId: string;
  readonly visitor: Visitor;
}

interface SteeringDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly settings: SettingsStore;
  readonly log: Log;
}

/**
 * What the support team wants of guests. The rows are the truth; they are also in memory, because guests ask every
 * few seconds and almost always there is nothing.
 */
export class Steering {
  readonly #deps: SteeringDeps;
  readonly #prompts = new Map<string, PromptKind>();
  readonly #redirects = new Map<string, RedirectRow>();
  readonly #messages = new Map<string, Prompt>();
  readonly #memory: InStep;

  constructor(deps: SteeringDeps) {
    this.#deps = deps;
    this.#memory = new InStep({ bus: deps.bus, log: deps.log, what: 'steering', load: () => this.load() });
    deps.bus.subscribe('guest-steered', (ip) => this.#memory.read(() => this.#reload(ip)));
  }

  async load(): Promise<void> {
    const { db } = this.#deps;
    const prompts = await db.selectFrom('guest_prompts').selectAll().execute();
    const redirects = await db
      .selectFrom('redirects')
      .selectAll()
      .where('guest_ip', 'is not', null)
      .orderBy('created_at')
      .execute();
    this.#prompts.clear();
    this.#redirects.clear();
    for (const { guest_ip, kind } of prompts) this.#prompts.set(guest_ip, kind);
    for (const row of redirects) this.#redirects.set(row.guest_ip as string, row);
  }

  /** Asks the database only while what is remembered cannot be trusted. */
  promptFor(ip: string): Prompt | Promise<Prompt> {
    return this.#memory.trusted ? this.#prompt(ip) : this.#look(ip).then(() => this.#prompt(ip));
  }

  #prompt(ip: string): Prompt {
    const kind = this.#prompts.get(ip);
    return kind === undefined ? NO_PROMPT : this.#shown(promptMessage(kind, this.#deps.settings.current));
  }

  /** The same object for the same message, so that it is put into words once. */
  #shown(message: string): Prompt {
    const known = this.#messages.get(message) ?? Object.freeze({ showPrompt: true, message });
    if (this.#messages.size > 10) this.#messages.clear();
    this.#messages.set(message, known);
    return known;
  }

  /** What a guest has not got yet. Asks no database. */
  waitingFor(ip: string): { prompt: PromptKind | null; redirect: string | null } {
    return { prompt: this.#prompts.get(ip) ?? null, redirect: this.#redirects.get(ip)?.destination_path ?? null };
  }

  async prompt(ip: string, kind: PromptKind, { adminId, visitor }: Steerer): Promise<void> {
    const at = this.#deps.clock.now();
    await this.#steer(ip, async (trx) => {
      await trx
        .insertInto('guest_prompts')
        .values({ guest_ip: ip, kind, created_at: at })
        .onConflict((conflict) => conflict.column('guest_ip').doUpdateSet({ kind, created_at: at }))
        .execute();
      await recordActivity(trx, {
        userId: adminId,
        action: 'admin_redirect',
        visitor,
        details: { prompt: kind, guest: ip },
        at,
      });
    });
  }

  /** Always asks the database: the guest may have got the prompt from a process that heard of it before this one. */
  async clearPrompt(ip: string): Promise<void> {
    const { numDeletedRows } = await this.#deps.db
      .deleteFrom('guest_prompts')
      .where('guest_ip', '=', ip)
      .executeTakeFirstOrThrow();
    if (!this.#prompts.delete(ip) && numDeletedRows === 0n) return;
    this.#deps.bus.publish('guest-steered', ip);
  }

  /**
   * Asks the database only when there is something, or when what is remembered cannot be trusted: a one-time redirect
   * must be used up exactly once.
   */
  takeRedirect(ip: string): Move | Promise<Move> {
    return this.#memory.trusted ? this.#move(ip) : this.#look(ip).then(() => this.#move(ip));
  }

  #move(ip: string): Move | Promise<Move> {
    const row = this.#redirects.get(ip);
    return row === undefined ? NO_REDIRECT : this.#deliver(ip, row);
  }

  async #deliver(ip: string, row: RedirectRow): Promise<Move> {
    if (row.is_persistent === 0) {
      const { numDeletedRows } = await this.#deps.db
        .deleteFrom('redirects')
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow();
      if (this.#redirects.get(ip) === row) this.#redirects.delete(ip);
      this.#deps.bus.publish('guest-steered', ip);
      if (numDeletedRows !== 1n) return NO_REDIRECT;
    }
    const settings = await this.#deps.settings.fresh();
    // The exit address may have been changed since; nobody is sent to the old one.
    if (!mayMoveGuestTo(row.destination_path, settings)) return NO_REDIRECT;
    const leaves = row.destination_path === settings.exitUrl;
    return { redirect: row.destination_path, message: leaves ? settings.exitMessage : null };
  }

  async redirect(
    ip: string,
    destination: string,
    options: { reason?: string | null; persistent?: boolean },
    { adminId, visitor }: Steerer,
  ): Promise<RedirectRow> {
    const { clock, settings } = this.#deps;
    if (!mayMoveGuestTo(destination, await settings.fresh()))
      throw badInput('Guests can only be moved to pages of the verification');
    const at = clock.now();
    const row: RedirectRow = {
      id: newId(at),
      user_id: null,
      guest_ip: ip,
      destination_path: destination,
      reason: options.reason ?? null,
      is_persistent: options.persistent ? 1 : 0,
      created_at: at,
    };
    await this.#steer(ip, async (trx) => {
      const seconds = await takeFromLimits(trx, [{ key: `redirect:${ip}`, ...COOLDOWN }], at);
      if (seconds > 0) throw cooldown(seconds);
      await trx.deleteFrom('redirects').where('guest_ip', '=', ip).execute();
      await trx.insertInto('redirects').values(row).execute();
      await recordActivity(trx, {
        userId: adminId,
        action: 'admin_redirect',
        page: destination,
        visitor,
        details: { guest: ip, ...(options.reason && { reason: options.reason }) },
        at,
      });
    });
    return row;
  }

  async removeRedirect(row: RedirectRow, { adminId, visitor }: Steerer): Promise<void> {
    const { clock } = this.#deps;
    const ip = row.guest_ip as string;
    await this.#steer(ip, async (trx) => {
      await trx.deleteFrom('redirects').where('id', '=', row.id).execute();
      await recordActivity(trx, {
        userId: adminId,
        action: 'admin_redirect',
        page: row.destination_path,
        visitor,
        details: { change: 'removed', guest: ip },
        at: clock.now(),
      });
    });
  }

  /** What was done is known here and told to the others before anybody hears that it is done. */
  async #steer(ip: string, work: (trx: Trx) => Promise<void>): Promise<void> {
    const { db, bus } = this.#deps;
    await db.transaction().execute(async (trx) => {
      await work(trx);
      await bus.publishIn(trx, 'guest-steered', ip);
    });
    bus.tellSelf('guest-steered', ip);
    await this.#memory.settled();
  }

  async #look(ip: string): Promise<void> {
    await this.#deps.settings.fresh();
    await this.#reload(ip);
  }

  async #reload(ip: string): Promise<void> {
    const { db } = this.#deps;
    const prompt = await db.selectFrom('guest_prompts').selectAll().where('guest_ip', '=', ip).executeTakeFirst();
    const redirect = await db
      .selectFrom('redirects')
      .selectAll()
      .where('guest_ip', '=', ip)
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    if (prompt === undefined) this.#prompts.delete(ip);
    else this.#prompts.set(ip, prompt.kind);
    if (redirect === undefined) this.#redirects.delete(ip);
    else this.#redirects.set(ip, redirect);
  }
}

interface Prompt {
  readonly showPrompt: boolean;
  readonly message: string | null;
}

interface Move {
  readonly redirect: string | null;
  readonly message: string | null;
}

const NO_PROMPT = Object.freeze({ showPrompt: false, message: null });
const NO_REDIRECT = Object.freeze({ redirect: null, message: null });

function promptMessage(kind: PromptKind, settings: Settings): string {
  return kind === 'email' ? settings.emailPromptMessage : settings.codePromptMessage;
}
