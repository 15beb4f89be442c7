import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/free-port.ts';
import { until } from '../../support/process.ts';
import { startBound } from './bound-process.ts';
import type { Size, Tab, TabOptions } from './tab.ts';

/** The window's toolbar would otherwise make it wider than a phone. */
const SMALL_TOOLBAR = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }';

/** A script that meets a navigation sometimes never gets an answer; callers retry. */
const ANSWERED_WITHIN_MS = 20_000;
const OPEN_WITHIN_MS = 90_000;

/** A driver has only one session, so every tab has its own driver and a virtual screen. */
async function startDriver() {
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-webkit-'));
  mkdirSync(join(home, '.config/gtk-3.0'), { recursive: true });
  writeFileSync(join(home, '.config/gtk-3.0/gtk.css'), SMALL_TOOLBAR);
  const port = await freePort();
  const screen = startBound(home, ['Xvfb', '-displayfd', '1', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'], {});
  const [number] = await once(screen.child.stdout as NodeJS.ReadableStream, 'data');
  const program = process.env.WEBKIT_DRIVER ?? 'WebKitWebDriver';
  const driver = startBound(home, [program, `--port=${port}`], {
    HOME: home,
    XDG_RUNTIME_DIR: home,
    DISPLAY: `:${String(number).trim()}`,
  });
  const call = async <Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Result> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Result & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  await until('the driver answers', () =>
    call('GET', '/status').then(
      () => true,
      () => false,
    ),
  );
  const end = () => {
    driver.end();
    screen.end();
  };
  return { call, end };
}

/**
 * Runs in the page first of all. The protocol has no console, so the page records its own complaints, starting while
 * its scripts are still loading.
 */
function recordComplaints(prepare: () => void): string[] {
  const page = window as Window & { complaints?: string[] };
  if (page.complaints) return page.complaints.splice(0);
  const said: string[] = [];
  page.complaints = said;
  prepare();
  for (const level of ['error', 'warn'] as const) {
    const say = console[level];
    console[level] = (...words: unknown[]) => {
      said.push(words.join(' '));
      say.apply(console, words);
    };
  }
  addEventListener('error', ({ message }) => said.push(message));
  addEventListener('unhandledrejection', ({ reason }) => said.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) =>
    said.push(`${violatedDirective} refused ${blockedURI}`),
  );
  return [];
}

export async function webkitTab({ size: { width, height }, prepare = () => {} }: TabOptions): Promise<Tab> {
  const { call, end } = await startDriver();
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        pageLoadStrategy: 'none',
        'webkitgtk:browserOptions': { binary: process.env.WEBKIT_BROWSER, args: ['--automation'] },
      },
    },
  });
  const session = `/session/${sessionId}`;
  const complaints: string[] = [];
  const first = await call<string>('GET', `${session}/window`);
  let current = first;

  /** The session's commands go to one window at a time. */
  const tabAt = (handle: string): Tab => {
    const callHere: typeof call = async (method, path, body) => {
      if (current !== handle) await call('POST', `${session}/window`, { handle });
      current = handle;
      return call(method, `${session}${path}`, body);
    };
    const run: Tab['run'] = async (script, ...args) => {
      const { result, said } = await callHere<{ result: string; said: string[] }>('POST', '/execute/sync', {
        script: `const said = (${recordComplaints})(${prepare});
        return (async (args) => ({ result: JSON.stringify((await (${script})(...JSON.parse(args))) ?? null), said }))(arguments[0])`,
        args: [JSON.stringify(args)],
      });
      complaints.push(...said);
      return JSON.parse(result);
    };
    return {
      complaints,
      run,
      async open(url) {
        await run(() => Object.assign(window, { isLeft: true }) && null);
        await callHere('POST', '/url', { url });
        const isOpen = () => run(() => !('isLeft' in window) && document.readyState !== 'loading').catch(() => false);
        await until(`${url} is open`, isOpen, OPEN_WITHIN_MS);
      },
      async act(hands) {
        await callHere('POST', '/actions', { actions: hands });
      },
      async opened() {
        let found: string | undefined;
        await until('a window was opened', async () => {
          found = (await callHere<string[]>('GET', '/window/handles')).find((other) => other !== handle);
          return found !== undefined;
        });
        return tabAt(String(found));
      },
      async screenshot() {
        return Buffer.from(await callHere<string>('GET', '/screenshot'), 'base64');
      },
      async close() {
        await call('DELETE', session);
        end();
      },
    };
  };

  const tab = tabAt(first);
  const resize = (outer: Size) => call('POST', `${session}/window/rect`, outer);
  await resize({ width, height });
  const inner = await tab.run(() => ({ width: innerWidth, height: innerHeight }));
  await resize({ width: 2 * width - inner.width, height: 2 * height - inner.height });
  return tab;
}
