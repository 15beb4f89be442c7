import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createAccount, PASSWORD } from '../support/accounts.ts';
import { hydrated, openPortal, seeToast, signedInPage, solveCaptcha, visitor } from '../support/browser.ts';
import { newDatabase } from '../support/database.ts';
import { detail } from '../support/detail.ts';

const EMAIL = 'guest@example.com';

/** Holds scripts back until they are let through. `early` is the small script that runs before hydration. */
async function holdScripts(page: Page, early: 'with early' | 'without early' = 'with early') {
  const held: Route[] = [];
  let open = false;
  await page.route('**/assets/*.js', (route) => {
    const isEarly = early === 'with early' && route.request().url().includes('/before-hydration-');
    if (open || isEarly) return route.continue();
    held.push(route);
  });
  return async () => {
    open = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

const emailField = (page: Page) => page.getByLabel('Email address*');
const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue' });
/** The load event waits for scripts, which these tests hold back. */
const NOW = { waitUntil: 'commit' } as const;

describe('A page before its scripts have loaded', () => {
  test('A guest types before hydration; text, focus and caret stay, and the form is sent', async () => {
    const page = await visitor(await openPortal({ ORGANISATION: '<b>"&' }));
    const letThrough = await holdScripts(page);
    await page.goto('/', NOW);
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await page.getByText('<b>"&', { exact: true }).waitFor();
    await emailField(page).pressSequentially('guexample.com');
    for (let left = 0; left < 'example.com'.length; left += 1) await page.keyboard.press('ArrowLeft');
    await letThrough();
    await hydrated(page);
    await page.keyboard.type('est@');
    expect(await emailField(page).inputValue()).toBe(EMAIL);
    await page.keyboard.press('Enter');
    await page.waitForURL('/user/verify-code');
    await page.getByText(EMAIL).waitFor();
  });

  detail.for(inject('everything') ? ['Enter', 'a click'] : ['Enter'])(
    'A form sent by %s before hydration waits for the app',
    async (by) => {
      const page = await visitor(await openPortal());
      const letThrough = await holdScripts(page);
      const early = page.waitForResponse('**/assets/before-hydration-*.js');
      await page.goto('/user/email-entry', NOW);
      await (await early).finished();
      await emailField(page).fill(EMAIL);
      if (by === 'Enter') await emailField(page).press('Enter');
      else await continueButton(page).click();
      await page.locator('button[type=submit][aria-disabled=true]').waitFor();
      expect(new URL(page.url()).search).toBe('');
      await letThrough();
      await page.waitForURL('/user/verify-code');
      await page.getByText(EMAIL).waitFor();
    },
  );

  test('A form without its early script sends nothing and puts nothing into the address', async () => {
    const page = await visitor(await openPortal());
    const letThrough = await holdScripts(page, 'without early');
    await page.goto('/auth', NOW);
    await page.getByLabel('Username').fill('mira');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    expect(new URL(page.url()).search).toBe('');
    await letThrough();
    await hydrated(page);
    await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('mira');
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD);
  });

  detail('What was typed, ticked and chosen on the sign-in page before hydration counts', async () => {
    const portal = await openPortal();
    const { username } = await createAccount(portal.app);
    const page = await visitor(portal);
    const letThrough = await holdScripts(page);
    await page.goto('/auth', NOW);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('radio', { name: 'Dark theme' }).check({ force: true });
    await page.getByRole('checkbox', { name: "I'm not a robot" }).click();
    await letThrough();
    await page.getByText('Verified').waitFor();
    await page.locator('html[data-theme=dark]').waitFor();
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await seeToast(page, 'Logged in successfully');
  });

  detail('A focused username field offers passkeys after hydration', async () => {
    const page = await visitor(await openPortal());
    const letThrough = await holdScripts(page);
    await page.goto('/auth', NOW);
    await page.getByLabel('Username').focus();
    const offered = page.waitForRequest('**/api/auth/login/passkey/options');
    await letThrough();
    await offered;
  });

  detail('A button clicked before hydration works once the app has loaded', async () => {
    const page = await visitor(await openPortal());
    const letThrough = await holdScripts(page);
    const early = page.waitForResponse('**/assets/before-hydration-*.js');
    await page.goto('/', NOW);
    await (await early).finished();
    await page.getByRole('button', { name: 'I need help' }).click();
    await letThrough();
    await page.getByRole('dialog').waitFor();
  });
});

/** Style and position of everything on the page. */
const lookOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body, #root *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const styles = ['', '::before', '::after'].map((part) => {
        const computed = getComputedStyle(element, part);
        // More variables are defined later, but nothing on this page uses them.
        const names = [...computed].filter((name) => !name.startsWith('--'));
        return names.map((name) => `${name}: ${computed.getPropertyValue(name)}`).join('; ');
      });
      return [element.tagName, x, y, width, height, ...styles].join(' ');
    }),
  );

const expectSameLook = async (colorScheme: 'light' | 'dark') => {
  const page = await visitor(await openPortal(), { colorScheme });
  await holdScripts(page);
  for (const path of ['/user/email-entry', '/auth', '/admin/login']) {
    await page.context().clearCookies();
    let deliver = () => {};
    const isAsked = new Promise<void>((asked) => {
      void page.route('**/assets/*.css', (route) => {
        deliver = () => void route.continue();
        asked();
      });
    });
    await page.goto(path, NOW);
    await isAsked;
    const before = await lookOf(page);
    deliver();
    await page.waitForFunction(() => [...document.styleSheets].some((sheet) => sheet.href !== null));
    expect(await lookOf(page)).toEqual(before);
    await page.unroute('**/assets/*.css');
  }
};
detail('A page looks the same before and after its style sheet has loaded', () => expectSameLook('light'));
detail('A dark page looks the same before and after its style sheet has loaded', () => expectSameLook('dark'));

describe('Hydration', () => {
  detail('Pages hydrate with a logo, self-registration and special characters in the name', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    writeFileSync(
      join(database.env.DATA_DIR, 'logo.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"/>',
    );
    const portal = await openPortal({ SELF_REGISTRATION: 'true', ORGANISATION: "Ö & 'Co' <i>" }, { database });
    const page = await visitor(portal, { colorScheme: 'dark' });
    for (const path of ['/user/email-entry', '/auth', '/admin/login']) {
      await page.context().clearCookies();
      const drawn = await page.goto(path);
      expect(await drawn?.text()).toContain('<h1');
      const title = await page.title();
      await hydrated(page);
      expect([path, await page.title()]).toEqual([path, title]);
      await page.waitForLoadState('networkidle');
    }
    await page.goto('/auth');
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByLabel('Username').nth(1).waitFor();
  });

  detail('A toast that the previous page announced is shown after hydration', async () => {
    const portal = await openPortal();
    const { username } = await createAccount(portal.app);
    const page = await visitor(portal);
    await page.goto('/auth');
    await hydrated(page);
    // Dated a minute ahead, so that it stays however long the page takes.
    await page.evaluate(() => {
      const kept = { content: { title: 'Logged out successfully', variant: 'success' }, since: Date.now() + 60_000 };
      sessionStorage.setItem('toast', JSON.stringify(kept));
    });
    await page.goto('/auth');
    await seeToast(page, 'Logged out successfully');
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await seeToast(page, 'Logged in successfully');
  });
});

describe('Prerendered pages', () => {
  const drawnAt = async (page: Page, path: string) => {
    const answer = await page.request.get(path);
    return (await answer.text()).includes('<h1');
  };

  test('A signed-in user gets no prerendered page', async () => {
    const portal = await openPortal();
    const credentials = { username: (await createAccount(portal.app)).username, password: PASSWORD };
    const page = await signedInPage(portal, credentials);
    for (const path of ['/', '/user/email-entry', '/auth', '/admin/login'])
      expect([path, await drawnAt(page, path)]).toEqual([path, false]);
    await page.goto('/auth');
    await page.waitForURL('/user/email-entry');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  detail('A returning guest gets no prerendered page', async () => {
    const page = await visitor(await openPortal());
    expect(await drawnAt(page, '/')).toBe(true);
    expect(await drawnAt(page, '/')).toBe(false);
  });

  test('A guest without a gate token gets no prerendered page', async () => {
    const gated = await visitor(
      await openPortal({ GATE: 'token', GATE_SECRET: 'a secret of at least thirty-two characters' }),
    );
    expect(await drawnAt(gated, '/')).toBe(false);
  });
});

detail('Without JavaScript a page says that it needs it', async () => {
  const page = await visitor(await openPortal(), { javaScriptEnabled: false });
  for (const path of ['/', '/auth', '/admin']) {
    await page.goto(path);
    const sentence = page.locator('noscript p', { hasText: 'This portal needs JavaScript.' });
    await sentence.waitFor();
    expect((await sentence.boundingBox())?.y).toBe(0);
  }
});
