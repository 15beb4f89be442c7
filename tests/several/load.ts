import { onTestFinished } from 'vitest';
import type { Several } from '../support/several.ts';
import type { Visitor } from '../support/visitor.ts';

export const PEOPLE = 2;

/** People who do something all the time, each one thing after the other, through the proxy. */
export class Load {
  /** Everything that was not answered with success. */
  readonly failures: string[] = [];
  answered = 0;
  readonly #viewed = new Map<string, number>();
  readonly #several: Several;
  readonly #admin: Visitor;
  readonly #people: Promise<void>[];
  #over = false;

  constructor(several: Several, admin: Visitor) {
    this.#several = several;
    this.#admin = admin;
    this.#people = Array.from({ length: PEOPLE }, () => this.#goOn());
    onTestFinished(() => this.end());
  }

  /** Ends when everybody has got their last answer. */
  async end(): Promise<void> {
    this.#over = true;
    await Promise.all(this.#people);
  }

  /** Page views that were acknowledged and are not in the log. */
  async lost(): Promise<string[]> {
    const rows = await this.#several.db
      .selectFrom('activity')
      .select(['ip_address', (row) => row.fn.countAll<number>().as('views')])
      .where('action', '=', 'page_view')
      .groupBy('ip_address')
      .execute();
    const logged = new Map(rows.map(({ ip_address, views }) => [ip_address, views]));
    return [...this.#viewed].filter(([ip, views]) => (logged.get(ip) ?? 0) < views).map(([ip]) => ip);
  }

  async #goOn(): Promise<void> {
    const guest = this.#several.visitor();
    while (!this.#over) {
      const viewed = await this.#do(guest, 'POST', '/api/guest/log-activity', { page: 'Email Entry Page' });
      if (viewed) this.#viewed.set(guest.ip, (this.#viewed.get(guest.ip) ?? 0) + 1);
      await this.#do(guest, 'GET', '/api/guest/check-prompt');
      await this.#do(this.#admin, 'GET', '/api/admin/guests');
    }
  }

  async #do(visitor: Visitor, method: string, path: string, body?: object): Promise<boolean> {
    const { status } = await visitor.ask(method, path, body);
    if (status === 200) this.answered += 1;
    else this.failures.push(`${method} ${path}: ${status}`);
    return status === 200;
  }
}
