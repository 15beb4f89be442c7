import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/free-port.ts';
import { until } from '../../support/process.ts';
import { Bidi } from './bidi.ts';
import { startBound } from './bound-process.ts';
import { Marionette } from './marionette.ts';
import type { Tab, TabOptions } from './tab.ts';

const FINE_AND_HOVERS = 6;

/** No updates or telemetry, few processes, a mouse, and a virtual passkey device. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'nimbus.rollouts.enabled': false,
  'security.webauth.webauthn_enable_softtoken': true,
  'security.webauth.webauthn_enable_usbtoken': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'ui.allPointerCapabilities': FINE_AND_HOVERS,
  'ui.primaryPointerCapabilities': FINE_AND_HOVERS,
};

interface LogEntry {
  readonly level: string;
  readonly text: string;
  readonly source: { readonly context: string };
}

interface Running {
  readonly marionette: Marionette;
  readonly bidi: Bidi;
  /** Keyed by tab. */
  readonly complaints: Map<string, string[]>;
}

let running: Promise<Running> | undefined;

/** One browser for all test files of a worker process; it ends with the worker. */
async function launch(): Promise<Running> {
  const home = mkdtempSync(join(tmpdir(), 'gatehouse-firefox-'));
  const marionettePort = await freePort();
  const preferences = Object.entries({ ...PREFERENCES, 'marionette.port': marionettePort }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(home, 'user.js'), preferences.join('\n'));
  const program = process.env.FIREFOX ?? 'firefox-esr';
  const { child: firefox } = startBound(
    home,
    [program, '--headless', '--no-remote', '--profile', home, '--marionette', '--remote-debugging-port=0'],
    { HOME: home },
  );
  const address = await new Promise<string>((found, failed) => {
    let output = '';
    firefox.stderr?.on('data', (chunk) => {
      output += chunk;
      const [, url] = /WebDriver BiDi listening on (\S+)/.exec(output) ?? [];
      if (url !== undefined) found(url);
    });
    firefox.on('exit', () => failed(new Error(`Firefox ended: ${output}`)));
  });
  const marionette = await Marionette.connect(marionettePort);
  const complaints = new Map<string, string[]>();
  const bidi = await Bidi.connect(`${address}/session`, (event, params) => {
    if (event !== 'log.entryAdded') return;
    const { level, text, source } = params as LogEntry;
    if (['error', 'warn'].includes(level)) complaints.get(source.context)?.push(text);
  });
  await bidi.call('session.new', { capabilities: {} });
  await bidi.call('session.subscribe', { events: ['log.entryAdded'] });
  return { marionette, bidi, complaints };
}

/** A virtual authenticator with user verification that consents to everything. BiDi has no command for it. */
export async function plugInPasskeyDevice(): Promise<void> {
  running ??= launch();
  const { marionette } = await running;
  await marionette.ask('WebAuthn:AddVirtualAuthenticator', {
    protocol: 'ctap2_1',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserConsenting: true,
    isUserVerified: true,
  });
}

interface Ran {
  readonly result: { readonly value: string };
  readonly exceptionDetails?: { readonly text: string };
}

export async function firefoxTab({ size, prepare }: TabOptions): Promise<Tab> {
  running ??= launch();
  const { bidi, complaints } = await running;
  const { userContext } = await bidi.call<{ userContext: string }>('browser.createUserContext');
  // A window of its own stays visible when other tabs open.
  const { context } = await bidi.call<{ context: string }>('browsingContext.create', {
    type: 'window',
    userContext,
  });
  await bidi.call('browsingContext.setViewport', { context, viewport: size });
  if (prepare !== undefined)
    await bidi.call('script.addPreloadScript', { functionDeclaration: String(prepare), contexts: [context] });
  const own = tabAt({ bidi, complaints }, context);
  return {
    ...own,
    async close() {
      await own.close();
      // Removes its tabs and cookies too.
      await bidi.call('browser.removeUserContext', { userContext });
    },
  };
}

interface Tree {
  readonly contexts: readonly { readonly context: string; readonly originalOpener: string | null }[];
}

function tabAt({ bidi, complaints }: Pick<Running, 'bidi' | 'complaints'>, context: string): Tab {
  const said: string[] = [];
  complaints.set(context, said);
  return {
    complaints: said,
    async open(url) {
      await bidi.call('browsingContext.navigate', { context, url, wait: 'interactive' });
    },
    async run(script, ...args) {
      const { result, exceptionDetails } = await bidi.call<Ran>('script.callFunction', {
        functionDeclaration: `async (args) => JSON.stringify((await (${script})(...JSON.parse(args))) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        awaitPromise: true,
        userActivation: true,
        target: { context },
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    async act(hands) {
      await bidi.call('input.performActions', { context, actions: hands });
    },
    async opened() {
      let found: string | undefined;
      await until('a window was opened', async () => {
        const { contexts } = await bidi.call<Tree>('browsingContext.getTree');
        found = contexts.find(({ originalOpener }) => originalOpener === context)?.context;
        return found !== undefined;
      });
      return tabAt({ bidi, complaints }, String(found));
    },
    async screenshot() {
      const { data } = await bidi.call<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    async close() {
      complaints.delete(context);
    },
  };
}
