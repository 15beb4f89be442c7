import { Agent, request } from 'node:http';

interface Ask {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers?: Record<string, string>;
  readonly body?: object;
}

interface Answer {
  readonly ms: number;
  readonly status: number;
  readonly text: string;
  /** The Cookie header that a browser would send from then on. */
  readonly cookie: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** Sends one request and measures its answer. */
export function ask(url: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> {
  const began = performance.now();
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const json = payload === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(url, { agent, method, headers: { ...headers, ...json } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          ms: performance.now() - began,
          status: answer.statusCode as number,
          text: Buffer.concat(chunks).toString(),
          cookie: (answer.headers['set-cookie'] ?? []).map((set) => set.split(';', 1)[0]).join('; '),
        }),
      );
    })
      .on('error', reject)
      .end(payload);
  });
}

/** The same, but throws unless the answer is a success. */
export async function fetched(url: string, options: Ask = {}): Promise<Answer> {
  const answer = await ask(url, options);
  if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}.`);
  return answer;
}

export const hangUp = () => agent.destroy();
