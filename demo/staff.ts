import { ask } from '../scripts/ask.ts';
import type { App } from '../server/app.ts';
import type { UserRow } from '../server/db/tables.ts';
import { visitorAt } from '../server/visitor/visitor.ts';
import type { DemoClock } from './clock.ts';
import { signIn } from './sign-in.ts';

/** Shorter than the time after which an idle session ends. */
const SIGNED_IN_MS = 20 * 60_000;
const OFFICE = '192.0.2.10';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';

interface Request {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: object;
}

export class Staff {
  readonly #app: App;
  readonly #clock: DemoClock;
  readonly #url: string;
  readonly #cookies = new Map<string, { readonly cookie: string; readonly until: number }>();

  constructor(app: App, clock: DemoClock, url: string) {
    this.#app = app;
    this.#clock = clock;
    this.#url = url;
  }

  readonly visitor = visitorAt(OFFICE, BROWSER);

  find(username: string): Promise<UserRow> {
    return this.#app.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirstOrThrow();
  }

  async act<Answer>(username: string, path: string, { method = 'GET', body }: Request = {}): Promise<Answer> {
    const headers = {
      cookie: await this.#cookieOf(username),
      'x-forwarded-for': OFFICE,
      'user-agent': BROWSER,
      ...(method !== 'GET' && { origin: this.#url }),
    };
    const { status, text } = await ask(`${this.#url}${path}`, { method, headers, ...(body && { body }) });
    if (status >= 300) throw new Error(`${method} ${path} of ${username} was answered with ${status}: ${text}`);
    return JSON.parse(text) as Answer;
  }

  async #cookieOf(username: string): Promise<string> {
    const known = this.#cookies.get(username);
    const now = this.#clock.now();
    if (known !== undefined && now < known.until) return known.cookie;
    const cookie = await signIn(this.#app, this.#clock, await this.find(username), this.visitor);
    this.#cookies.set(username, { cookie, until: now + SIGNED_IN_MS });
    return cookie;
  }
}
