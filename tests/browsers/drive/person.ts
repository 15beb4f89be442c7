import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import { captchaToken } from '../../support/accounts.ts';
import type { Portal } from '../../support/browser.ts';
import { until } from '../../support/process.ts';
import { firefoxTab } from './firefox.ts';
import { look, type Seen, type Thing } from './look.ts';
import type { Size, Tab, TabOptions } from './tab.ts';
import { button, checkbox, field, text } from './things.ts';
import { webkitTab } from './webkit.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browser: 'firefox' | 'webkit';
  }
}

export const DESKTOP: Size = { width: 1280, height: 800 };
export const PHONE: Size = { width: 390, height: 800 };

/** Key codes of the WebDriver standard. */
const KEYS = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004', Space: ' ' };

const words = ({ role, name, text: said, within }: Thing): string =>
  `${role} ${JSON.stringify(name ?? said)}${within === undefined ? '' : ` in ${words(within)}`}`;

/** Codes are typed in groups, and shown without spaces. */
const together = (typed: string) => typed.replaceAll(' ', '');

/** A person at a browser with an empty profile, who sees, clicks and types. */
export class Person {
  readonly tab: Tab;
  readonly #url: string;

  private constructor(tab: Tab, url: string) {
    this.tab = tab;
    this.#url = url;
  }

  /** Any warning or error on the console fails the test. */
  static async at({ url }: Portal, options: Partial<TabOptions> = {}): Promise<Person> {
    const openTab = inject('browser') === 'firefox' ? firefoxTab : webkitTab;
    const tab = await openTab({ size: DESKTOP, ...options });
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') {
        const picture = join(mkdtempSync(join(tmpdir(), 'gatehouse-story-')), `${inject('browser')}.png`);
        writeFileSync(picture, await tab.screenshot());
        console.error(`How the page looked: ${picture}`);
      }
      await tab.close();
      expect(tab.complaints, 'said on the console').toEqual([]);
    });
    return new Person(tab, url);
  }

  /** The same person at the window that this page has opened. */
  async opened(): Promise<Person> {
    return new Person(await this.tab.opened(), this.#url);
  }

  async open(path: string): Promise<void> {
    await this.tab.open(`${this.#url}${path}`);
  }

  /** Waits until the page was replaced. */
  async reload(): Promise<void> {
    await this.tab.run(() => {
      Object.assign(window, { isLeft: true });
      location.reload();
    });
    await until('the page is new', () => this.tab.run(() => !('isLeft' in window)).catch(() => false));
  }

  /** Null also during a navigation. */
  #look(thing: Thing, isWanted = false): Promise<Seen | null> {
    return this.tab.run(look, thing, isWanted).catch(() => null);
  }

  async see(...things: Thing[]): Promise<Seen> {
    let seen: Seen | null = null;
    for (const thing of things)
      await until(`${words(thing)} is seen`, async () => {
        seen = await this.#look(thing);
        return seen !== null;
      });
    return seen as unknown as Seen;
  }

  async sees(thing: Thing): Promise<boolean> {
    return (await this.#look(thing)) !== null;
  }

  async seeGone(thing: Thing): Promise<void> {
    await until(`${words(thing)} is gone`, async () => (await this.tab.run(look, thing, false)) === null);
  }

  /** Waits for this path; a given query must match too. */
  async seePath(path: string): Promise<void> {
    await until(`the address is ${path}`, () =>
      this.tab
        .run((to) => [location.pathname, location.pathname + location.search].includes(to), path)
        .catch(() => false),
    );
  }

  /** Waits until the element stands still and is not covered. */
  async #spot(thing: Thing): Promise<{ x: number; y: number }> {
    let last: Seen['spot'] = null;
    await until(`${words(thing)} can be clicked`, async () => {
      const before = last;
      last = (await this.#look(thing, true))?.spot ?? null;
      return last !== null && last.x === before?.x && last.y === before.y;
    });
    return last as unknown as { x: number; y: number };
  }

  async point(thing: Thing): Promise<void> {
    const move = { type: 'pointerMove', duration: 0, ...(await this.#spot(thing)) };
    await this.tab.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: [move] }]);
  }

  async click(thing: Thing): Promise<void> {
    const actions = [
      { type: 'pointerMove', duration: 0, ...(await this.#spot(thing)) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.tab.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  }

  async type(typed: string): Promise<void> {
    const actions = [...typed].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.tab.act([{ type: 'key', id: 'keyboard', actions }]);
  }

  press(key: keyof typeof KEYS): Promise<void> {
    return this.type(KEYS[key]);
  }

  /** Replaces the text of the field. */
  async fill(thing: Thing, typed: string): Promise<void> {
    await this.click(thing);
    await until(`${words(thing)} has the focus`, async () => (await this.#look(thing))?.isFocused ?? false);
    await this.tab.run(() => (document.activeElement as HTMLInputElement).select());
    await this.type(typed);
    await until(`${words(thing)} says what was typed`, async () => {
      const seen = await this.#look(thing);
      return seen !== null && together(seen.value) === together(typed);
    });
  }

  async fillSignIn({ username, password }: { username: string; password: string }): Promise<void> {
    await this.fill(field('Username'), username);
    await this.fill(field('Password'), password);
    await this.solveCaptcha();
  }

  async solveCaptcha(): Promise<void> {
    await this.click(checkbox("I'm not a robot"));
    await this.see(text('Verified'));
  }

  /** Signs in without the form, for tests about something else. */
  async signIn({ app }: Portal, credentials: { username: string; password: string }): Promise<void> {
    await this.open('/auth');
    await this.see(button('Sign In'));
    const status = await this.tab.run(
      async (body) =>
        (await fetch('/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
          .status,
      JSON.stringify({ ...credentials, recaptchaToken: await captchaToken(app) }),
    );
    expect(status).toBe(200);
  }
}
