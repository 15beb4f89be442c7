import type { Clock } from '../../clock.ts';
import { newId } from '../../db/ids.ts';
import { takeFromLimits } from '../../db/limit-counts.ts';
import type { Db, RedirectRow } from '../../db/tables.ts';
import { badInput, HttpError } from '../../http/errors.ts';
import type { Visitor } from '../../http/visitor.ts';
import type { Bus } from '../../live/bus.ts';
import type { Log } from '../../log.ts';
import { recordActivity } from '../activity/activity.ts';
import type { Settings, SettingsStore } from '../settings/settings.ts';
import { mayMoveGuestTo } from './policy.ts';

const COOLDOWN = { most: 1, seconds: 10 };
const cooldown = (seconds: number) =>
  new HttpError(429, 'redirect_cooldown', 'Please wait before redirecting this guest again', seconds);

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
  /** What this process says itself is known here already. */
  #telling = false;
  /** One after the other: a slow answer must not overwrite a newer one. */
  #reloading: Promise<void> = Promise.resolve();

  constructor(deps: SteeringDeps) {
    this.#deps = deps;
    deps.bus.subscribe('guest-steered', (ip) => {
      if (!this.#telling) this.#next(() => this.#reload(ip));
    });
    deps.bus.onGap(() => this.#next(() => this.load()));
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

  /** Asks no database. */
  promptFor(ip: string): Prompt {
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
    const { db, clock } = this.#deps;
    const at = clock.now();
    await db.transaction().execute(async (trx) => {
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
    this.#prompts.set(ip, kind);
    this.#publish(ip);
  }

  async clearPrompt(ip: string): Promise<void> {
    if (!this.#prompts.delete(ip)) return;
    await this.#deps.db.deleteFrom('guest_prompts').where('guest_ip', '=', ip).execute();
    this.#publish(ip);
  }

  /** Asks the database only when there is something: a one-time redirect must be used up exactly once. */
  takeRedirect(ip: string): Move | Promise<Move> {
    const row = this.#redirects.get(ip);
    return row === undefined ? NO_REDIRECT : this.#deliver(ip, row);
  }

  async #deliver(ip: string, row: RedirectRow): Promise<Move> {
    const settings = this.#deps.settings.current;
    if (row.is_persistent === 0) {
      this.#redirects.delete(ip);
      const { numDeletedRows } = await this.#deps.db
        .deleteFrom('redirects')
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow();
      this.#publish(ip);
      if (numDeletedRows !== 1n) return NO_REDIRECT;
    }
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
    const { db, clock, settings } = this.#deps;
    if (!mayMoveGuestTo(destination, settings.current))
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
    await db.transaction().execute(async (trx) => {
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
    this.#redirects.set(ip, row);
    this.#publish(ip);
    return row;
  }

  async removeRedirect(row: RedirectRow, { adminId, visitor }: Steerer): Promise<void> {
    const { db, clock } = this.#deps;
    const ip = row.guest_ip as string;
    await db.transaction().execute(async (trx) => {
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
    if (this.#redirects.get(ip)?.id === row.id) this.#redirects.delete(ip);
    this.#publish(ip);
  }

  #publish(ip: string): void {
    this.#telling = true;
    this.#deps.bus.publish('guest-steered', ip);
    this.#telling = false;
  }

  #next(reload: () => Promise<void>): void {
    this.#reloading = this.#reloading
      .then(reload)
      .catch((error) => this.#deps.log.warn({ err: error }, 'steering not reloaded'));
  }

  /** Another process steered this guest. */
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
