import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

const CHROME_ON_LINUX =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** A client that keeps cookies and sends the headers of a browser. */
export class HttpClient {
  readonly ip: string;
  readonly cookies = new Map<string, string>();
  readonly #http: FastifyInstance;
  readonly #userAgent: string;

  readonly #origin: URL;

  constructor(http: FastifyInstance, origin: URL, ip: string, userAgent = CHROME_ON_LINUX) {
    this.#http = http;
    this.#origin = origin;
    this.ip = ip;
    this.#userAgent = userAgent;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async request(options: InjectOptions): Promise<LightMyRequestResponse> {
    const method = String(options.method ?? 'GET');
    const answer = await this.#http.inject({
      ...options,
      headers: {
        host: this.#origin.host,
        'user-agent': this.#userAgent,
        'x-forwarded-for': this.ip,
        ...(this.cookies.size > 0 && { cookie: this.cookieHeader }),
        ...(method !== 'GET' && { origin: this.#origin.origin }),
        ...options.headers,
      },
    });
    for (const { name, value } of answer.cookies) {
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  get(url: string): Promise<LightMyRequestResponse> {
    return this.request({ url });
  }

  post(url: string, body?: object): Promise<LightMyRequestResponse> {
    return this.request({ method: 'POST', url, ...(body !== undefined && { payload: body }) });
  }
}

/** What a client sees of an answer, without parts that always differ. */
export function visibleAnswer({ statusCode, body, headers }: LightMyRequestResponse) {
  const { date: _, 'x-request-id': __, 'set-cookie': cookies, ...rest } = headers;
  return { statusCode, body, headers: rest, cookies: [cookies].flat().map((cookie) => cookie?.split('=', 1)[0]) };
}
