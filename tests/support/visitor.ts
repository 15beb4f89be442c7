import { hash } from 'node:crypto';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: every answer has another shape, and a wrong one fails the test.
  readonly body: any;
  readonly retryAfter?: string | null;
}

/** Where the processes of a portal listen right now. */
type Addresses = () => readonly string[];

/** A browser in a network of its own that calls a running portal. */
export class Visitor {
  readonly ip: string;
  readonly cookies = new Map<string, string>();
  readonly #addresses: Addresses;
  readonly #random: () => number;

  constructor(number: number, addresses: Addresses, random: () => number = Math.random) {
    this.ip = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    this.#addresses = addresses;
    this.#random = random;
  }

  /** Text is sent as CSV, everything else as JSON. */
  async ask(method: string, path: string, body?: object | string): Promise<Answer> {
    const addresses = this.#addresses();
    const isText = typeof body === 'string';
    const response = await fetch(`${addresses[Math.floor(this.#random() * addresses.length)]}${path}`, {
      method,
      headers: {
        'x-forwarded-for': this.ip,
        cookie: this.cookieHeader,
        ...(body !== undefined && { 'content-type': isText ? 'text/csv' : 'application/json' }),
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';', 1)[0] as string).split('=');
      this.cookies.set(name, value);
    }
    return { status: response.status, body: await response.json(), retryAfter: response.headers.get('retry-after') };
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get guestId(): string {
    return String(this.cookies.get('guest')).split('.', 1)[0] as string;
  }

  /** The hash of the session's token, as the database has it. */
  get session(): string {
    return hash('sha256', String(this.cookies.get('gatehouse')), 'base64url');
  }
}
