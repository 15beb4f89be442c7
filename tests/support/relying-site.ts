import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { until } from './process.ts';

const HEADINGS = { site: '## The code', client: '## Your own programs' };

/** The programs that an integrator copies: a site, and a client with an API key. */
export function documentedProgram(which: keyof typeof HEADINGS = 'site'): string {
  const [, section = ''] = readFileSync('docs/INTEGRATING.md', 'utf8').split(`${HEADINGS[which]}\n`);
  const [, program] = /```js\n(.*?)```/s.exec(section) ?? [];
  if (program === undefined) throw new Error(`There is no ${which} in docs/INTEGRATING.md.`);
  return program;
}

interface SiteEnvironment {
  readonly PORTAL: string;
  /** The public address of the site; TLS ends before it. */
  readonly SITE: string;
  readonly GATE_SECRET: string;
  readonly WEBHOOK_SECRET: string;
}

/** Runs the documented program until the test ends; returns its address. */
export async function startRelyingSite(env: SiteEnvironment, given?: number): Promise<string> {
  const port = given ?? (await freePort());
  const child = spawn(process.execPath, ['--input-type=module', '--eval', documentedProgram()], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  await until('the site answers', () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return url;
}

/** Sends an event to a webhook like the portal does. */
export type SendWebhook = (to: string, event: object) => Promise<Response>;

export const webhookSender =
  (secret: string, { id = `msg_${randomUUID()}`, at = new Date() } = {}): SendWebhook =>
  (to, event) => {
    const body = JSON.stringify(event);
    return fetch(to, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, body),
      },
    });
  };

/** The portal's event for a guest who came with this token. */
export const completedEvent = (email: string, gateJti: string) => ({
  type: 'verification.completed',
  timestamp: new Date().toISOString(),
  data: {
    id: randomUUID(),
    email,
    email_verified: true,
    verified_at: new Date().toISOString(),
    took_seconds: 12.5,
    helped: false,
    gate: { jti: gateJti, sub: 'customer-17', claims: { order: 'A-1001' } },
  },
});

/** A browser on that site, with the one cookie it uses. */
export function siteVisitor(url: string) {
  let cookie = '';
  const get = async (path: string) => {
    const answer = await fetch(url + path, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
    cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie;
    return answer;
  };
  return {
    get,
    /** Starts a visit; returns the token for the portal and its id. */
    async start(): Promise<{ token: string; jti: string }> {
      const { headers } = await get('/start');
      const token = new URL(headers.get('location') ?? '').searchParams.get('token') ?? '';
      return { token, jti: cookie.replace('visit=', '') };
    },
    /** The site's status for a browser that brings a receipt. */
    bring: async (receipt: string) => (await get(`/back?receipt=${receipt}`)).status,
    /** What the site knows of this visit. */
    known: async () => (await get('/')).json(),
  };
}
