import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createAccount } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import {
  expectAccessible,
  expectToFit,
  openPortal,
  type Portal,
  seeToast,
  settled,
  signedInPage,
  visitor,
} from '../support/browser.ts';
import { fillPortal } from '../support/filled-portal.ts';
import { guest, openDesk, stuck } from '../support/help-desk.ts';
import { until } from '../support/process.ts';

const PHONE = { width: 390, height: 844 };

async function adminAt(portal: Portal, path: string, viewport = { width: 1280, height: 800 }): Promise<Page> {
  const page = await signedInPage(portal, ADMIN, { viewport });
  await page.goto(path);
  await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor();
  return page;
}

async function withMira(path: string, viewport?: { width: number; height: number }) {
  const portal = await openPortal();
  const mira = await createAccount(portal.app, { email: 'mira@example.com', firstName: 'Mira', lastName: 'Kolb' });
  return { mira, page: await adminAt(portal, path, viewport) };
}

const hasFocus = (where: Locator) => where.evaluate((element) => element === document.activeElement);

const getsFocus = (what: string, where: Locator) => until(`${what} has the focus`, () => hasFocus(where));

/** How many Tabs from the top of the page lead there. */
async function tabsTo(page: Page, where: Locator): Promise<number> {
  for (let tabs = 1; tabs <= 30; tabs++) {
    await page.keyboard.press('Tab');
    if (await hasFocus(where)) return tabs;
  }
  return Number.POSITIVE_INFINITY;
}

const sixteenGuests = () =>
  Array.from({ length: 16 }, (_, at) =>
    guest(`g${at}`, { ipAddress: `203.0.113.${at}`, ...stuck('slow_step', 300 - at) }),
  );

describe('The keyboard', () => {
  test('Tab goes through the skip link, the sidebar, the header and the page, as they are seen', async () => {
    const { page } = await openDesk(sixteenGuests(), '/admin/users');
    await page.getByRole('toolbar', { name: 'Guests, those who need help first' }).waitFor();
    const order = [
      page.getByRole('link', { name: 'Skip to content' }),
      page.getByRole('button', { name: 'Collapse sidebar' }),
      page.getByRole('link', { name: 'Dashboard' }),
      page.getByRole('link', { name: 'IP location by DB-IP' }),
      page.getByRole('button', { name: 'Saved views' }),
      page.getByRole('button', { name: /^Account menu/ }),
      page.getByRole('searchbox', { name: 'Search users' }),
    ];
    for (const stop of order) expect(await tabsTo(page, stop)).toBeLessThan(30);
  });

  test('The skip link leads past the sidebar: the search of every page is the next stop', async () => {
    const { page } = await openDesk(sixteenGuests(), '/admin');
    for (const [path, label] of [
      ['/admin/users', 'Search users'],
      ['/admin/activity', 'Search activity'],
      ['/admin/guest-activity', 'Search guests'],
      ['/admin/verified', 'Search verified addresses'],
    ] as const) {
      await page.goto(path);
      const search = page.getByRole('searchbox', { name: label });
      await search.waitFor();
      await page.getByText('203.0.113.0').first().waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect([path, await tabsTo(page, search)]).toEqual([path, 1]);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('/');
      await getsFocus('the search', search);
    }
  });

  test('The guests of the sidebar are one tab stop, and the arrow keys move between them', async () => {
    const { page } = await openDesk(sixteenGuests(), '/admin/users');
    const guests = page.getByRole('toolbar', { name: 'Guests, those who need help first' });
    const link = (at: number) =>
      guests.getByRole('link', { name: new RegExp(`^Guest .*\\(203\\.0\\.113\\.${at}\\)$`) });
    await link(15).waitFor();
    expect(await guests.locator('[tabindex="0"]').count()).toBe(1);
    await page.getByRole('link', { name: 'Settings' }).focus();
    await page.keyboard.press('Tab');
    expect(await hasFocus(link(0))).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await hasFocus(link(2))).toBe(true);
    await page.keyboard.press('ArrowRight');
    expect(await hasFocus(guests.getByRole('button', { name: /203\.0\.113\.2\)/ }).first())).toBe(true);
    await page.keyboard.press('Tab');
    expect(await hasFocus(page.getByRole('link', { name: 'IP location by DB-IP' }))).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
    expect(await hasFocus(link(1))).toBe(true);
    await expectAccessible(page, 'the sidebar with guests');
  });

  test('A question mark shows the shortcuts, but not while typing; the account menu has them too', async () => {
    const page = await adminAt(await openPortal(), '/admin/users');
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.getByRole('searchbox').fill('who');
    await page.getByRole('searchbox').press('?');
    expect(await page.getByRole('searchbox').inputValue()).toBe('who?');
    await page.getByRole('button', { name: 'Add User' }).focus();
    await page.keyboard.press('?');
    await shortcuts.getByText('Jump to a page, a person or an action').waitFor();
    // The search may still be loading behind the dialog, and until then the list is pale.
    await settled(page);
    await expectAccessible(page, 'the shortcuts');
    await page.keyboard.press('Escape');
    await getsFocus('the button', page.getByRole('button', { name: 'Add User' }));
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await shortcuts.waitFor();
  });
});

describe('The palette', () => {
  const field = (page: Page) => page.getByRole('combobox', { name: 'Jump to a page, a person or an action' });
  const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
  const chosen = (page: Page) => page.getByRole('option', { selected: true }).textContent();

  async function openPalette(page: Page): Promise<void> {
    // The page listens for the shortcut as soon as it is drawn.
    await page.getByRole('button', { name: /^Jump to/, includeHidden: true }).waitFor();
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
  }

  test('The palette is downloaded when opened, works by keyboard, and returns the focus', async () => {
    const { page } = await withMira('/admin/users');
    const files: string[] = [];
    page.on('request', (request) => files.push(request.url()));
    await page.reload();
    await page.waitForLoadState('networkidle');
    const ofPalette = () => files.filter((file) => file.includes('command-palette'));
    expect(ofPalette()).toEqual([]);
    await page.getByRole('searchbox').focus();
    await openPalette(page);
    expect(ofPalette().length).toBeGreaterThan(0);
    expect(await chosen(page)).toBe('Dashboard');
    await page.keyboard.press('ArrowDown');
    expect(await chosen(page)).toBe('User Management');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await chosen(page)).toBe('Logout');
    const active = await field(page).getAttribute('aria-activedescendant');
    expect(await page.getByRole('option', { selected: true }).getAttribute('id')).toBe(active);
    await expectAccessible(page, 'the palette');
    await page.keyboard.press('Control+k');
    await field(page).waitFor({ state: 'detached' });
    await getsFocus('the search', page.getByRole('searchbox'));
    await page.getByRole('button', { name: /^Jump to/ }).click();
    await field(page).fill('activ');
    await option(page, 'Guest Activity').click();
    await page.waitForURL('**/admin/guest-activity');
    await getsFocus('the heading', page.getByRole('heading', { level: 1 }));
  });

  test('The palette finds users on the server and opens their panel', async () => {
    const { page, mira } = await withMira('/admin');
    await openPalette(page);
    await page.keyboard.type('mira');
    await option(page, /^Mira Kolb/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/users?user=${mira.id}`);
    const panel = page.getByRole('dialog', { name: 'User Information' });
    await panel.getByText('mira@example.com').first().waitFor();
    // From an open panel to another user, without closing it first.
    await openPalette(page);
    await page.keyboard.type('nobody like this');
    await page.getByText(/^Nothing found/).waitFor();
    await field(page).fill('mira');
    await option(page, /^Mira Kolb/).click();
    await field(page).waitFor({ state: 'detached' });
    await panel.waitFor();
  });

  test('The palette finds guests and opens their panel', async () => {
    const { page } = await openDesk(sixteenGuests(), '/admin');
    await openPalette(page);
    await page.keyboard.type('203.0.113.7');
    await option(page, /^Guest .*\(203\.0\.113\.7\)/).click();
    await page.waitForURL('**/admin/guest-activity?guest=g7');
    await page.getByRole('dialog').waitFor();
  });

  test('The palette says when the search for people failed, and retries', async () => {
    const { page } = await withMira('/admin');
    await page.route(
      /\/api\/admin\/users\?/,
      (route) => route.fulfill({ status: 429, json: { error: 'too_many_requests', message: 'Please wait a moment.' } }),
      { times: 1 },
    );
    await openPalette(page);
    // Filled at once: typed letter by letter, a slow machine would already search after the first ones.
    await field(page).fill('mira');
    const again = option(page, /^Try again/);
    await again.waitFor();
    expect(await again.textContent()).toContain('Please wait a moment.');
    await page.keyboard.press('Enter');
    await option(page, /^Mira Kolb/).waitFor();
  });

  test('The palette adds a user, changes the theme, and opens the security check and the shortcuts', async () => {
    const { page } = await withMira('/admin/activity');
    for (const [typed, dialog] of [
      ['add us', 'Add user'],
      ['import', /./],
      ['security', 'Security Check'],
      ['shortc', 'Keyboard shortcuts'],
    ] as const) {
      await openPalette(page);
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await field(page).waitFor({ state: 'detached' });
      await page.getByRole('dialog', { name: dialog }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await openPalette(page);
    await page.keyboard.type('dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme="dark"]').waitFor();
  });

  test('The palette leads to a section of the settings, and asks before unsaved changes are left', async () => {
    const { page } = await withMira('/admin');
    await openPalette(page);
    await page.keyboard.type('chat');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/settings#chat');
    await getsFocus('its heading', page.getByRole('heading', { name: 'Chat Notifications' }));
    await page.getByLabel('Chat ID').fill('-100123');
    await openPalette(page);
    await page.keyboard.type('dash');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByText('Cancel').click();
    expect(await page.getByLabel('Chat ID').inputValue()).toBe('-100123');
  });

  test('The palette works on a phone', async () => {
    const { page } = await withMira('/admin/users', PHONE);
    await page.getByRole('button', { name: /^Jump to/ }).click();
    await field(page).fill('redir');
    await expectAccessible(page, 'the palette on a phone');
    await expectToFit(page, 'the palette');
    await option(page, 'Page Redirects').click();
    await page.waitForURL('**/admin/redirects');
  });
});

describe('A toast', () => {
  const toast = (page: Page) => page.getByRole('region', { name: /^Notifications \(F8\)/ }).locator('[data-open=true]');

  const overlap = async (one: Locator, other: Locator) => {
    const [a, b] = [await one.boundingBox(), await other.boundingBox()];
    if (!a || !b) throw new Error('Not on the page');
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  };

  test('A toast closes when the admin moves to another page', async () => {
    const { page } = await withMira('/admin/settings');
    await page.getByLabel('Chat ID').fill('-100123');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await seeToast(page, 'Settings Updated');
    await page.getByRole('link', { name: 'Terms' }).click();
    expect(await toast(page).count()).toBe(1);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL('**/admin');
    await until('the toast is gone', async () => (await toast(page).count()) === 0);
  });

  test('A toast survives when the page itself moves on', async () => {
    const page = await visitor(await openPortal());
    await page.goto('/user/email-entry');
    await page.getByLabel('Email address*').fill('guest@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/user/verify-code');
    await page.getByLabel('Enter the code*').waitFor();
    expect(await toast(page).textContent()).toContain('Code sent');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.waitForURL('**/user/email-entry');
    await until('the toast is gone', async () => (await toast(page).count()) === 0);
  });

  test('On a phone a toast is at the bottom, over no card and no bar', async () => {
    const { page } = await withMira('/admin/settings', PHONE);
    await page.getByLabel('Chat ID').fill('-100123');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await seeToast(page, 'Settings Updated');
    // A toast stays while the pointer is on it.
    await toast(page).hover();
    expect((await toast(page).boundingBox())?.y).toBeGreaterThan(PHONE.height / 2);
    await page.getByLabel('Chat ID').fill('-100124');
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    expect(await overlap(toast(page), page.getByRole('button', { name: 'Save Settings' }))).toBe(false);
  });

  test.for([{ width: 1280, height: 800 }, { width: 800, height: 800 }, PHONE])(
    'A toast does not cover the buttons of an open panel ($width px)',
    async (size) => {
      const { page } = await withMira('/admin/users', size);
      await page
        .getByRole('link', { name: /Mira Kolb/ })
        .first()
        .click();
      const panel = page.getByRole('dialog', { name: 'User Information' });
      await panel.getByRole('button', { name: 'Suspend' }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /Suspend/ })
        .click();
      await seeToast(page, 'User status updated successfully');
      for (const name of ['Activate', 'Close']) {
        expect([name, await overlap(toast(page), panel.getByRole('button', { name, exact: true }))]).toEqual([
          name,
          false,
        ]);
      }
    },
  );
});

describe('The settings', () => {
  const link = (page: Page, name: string | RegExp) =>
    page.getByRole('navigation', { name: 'Sections of the settings' }).getByRole('link', { name });
  const isCurrent = (page: Page, name: string) =>
    until(`${name} is marked`, async () => (await link(page, name).getAttribute('aria-current')) === 'location');

  test('Each section of the settings has an address that leads to its heading', async () => {
    const { page } = await withMira('/admin/settings#terms');
    await getsFocus('the heading', page.getByRole('heading', { name: 'Terms' }));
    await isCurrent(page, 'Terms');
    for (const [name, id] of [
      ['Exit URL', 'exit-url'],
      ['Change Admin Password', 'password'],
      ['Support Contact', 'contact'],
      ['Chat Notifications', 'chat'],
      ['Data Retention', 'retention'],
      ['Prompt Messages', 'prompts'],
    ] as const) {
      await link(page, name).click();
      await page.waitForURL(`**/admin/settings#${id}`);
      const heading = page.getByRole('heading', { name });
      await getsFocus(name, heading);
      await isCurrent(page, name);
      const box = await heading.boundingBox();
      expect(box?.y).toBeGreaterThan(64);
      expect(box?.y).toBeLessThan(800);
    }
    await page.goBack();
    await getsFocus('the section before', page.getByRole('heading', { name: 'Data Retention' }));
  });

  test('On a phone the sections are chosen from a list', async () => {
    const { page } = await withMira('/admin/settings#chat', PHONE);
    const choice = page.getByLabel('Section of the settings');
    await getsFocus('the heading', page.getByRole('heading', { name: 'Chat Notifications' }));
    await until('the list shows the current section', async () => (await choice.inputValue()) === 'chat');
    await page.getByLabel('Chat ID').fill('-100123');
    await choice.selectOption('Data Retention');
    await page.waitForURL('**/admin/settings#retention');
    await getsFocus('the heading', page.getByRole('heading', { name: 'Data Retention' }));
    await choice.selectOption('Chat Notifications has unsaved changes');
    await getsFocus('the heading', page.getByRole('heading', { name: 'Chat Notifications' }));
    const box = await page.getByRole('heading', { name: 'Chat Notifications' }).boundingBox();
    expect(box?.y).toBeGreaterThan(64 + 48);
  });

  test('The settings mark unsaved and invalid sections, and can be saved from anywhere on the page', async () => {
    const { page } = await withMira('/admin/settings');
    await page.getByLabel('Terms text').fill('Be kind.');
    await page.getByRole('textbox', { name: 'Exit URL' }).fill('no address at all');
    await link(page, 'Exit URL has unsaved changes').waitFor();
    await page.getByRole('region', { name: 'Terms' }).getByText('Unsaved').waitFor();
    await link(page, 'Change Admin Password').click();
    const save = page.getByRole('button', { name: 'Save Settings' });
    await until('the bar is in sight', () =>
      save.evaluate((button) => {
        const { top, bottom } = button.getBoundingClientRect();
        return top > 0 && bottom <= innerHeight;
      }),
    );
    await save.click();
    await link(page, 'Exit URL needs to be corrected').waitFor();
    await getsFocus('the first bad field', page.getByRole('textbox', { name: 'Exit URL' }));
    await expectAccessible(page, 'settings with marks');
    await page.getByRole('textbox', { name: 'Exit URL' }).fill('https://example.com/bye');
    await save.click();
    await seeToast(page, 'Settings Updated');
    await until('nothing is marked', async () => (await page.getByText(/unsaved|corrected/i).count()) === 0);
  });
});

describe('Layout', () => {
  test('Fields of a form are equally far apart, with or without a note below', async () => {
    const portal = await openPortal();
    const page = await adminAt(portal, '/admin/redirects');
    const gaps = (button: string) =>
      page.getByRole('button', { name: button, exact: true }).evaluate((element) => {
        const parts = [...(element.parentElement?.children ?? [])].filter((part) => part.clientHeight > 0);
        const boxes = parts.map((part) => part.getBoundingClientRect());
        const between = boxes.slice(1).map((box, at) => Math.round(box.top - (boxes[at]?.bottom ?? 0)));
        return [...new Set(between)];
      });
    await page.getByText('No users match right now').waitFor();
    const evenGap = [20];
    expect(await gaps('Create redirect')).toEqual(evenGap);
    expect(await gaps('Apply to Selected Users')).toEqual(evenGap);
    await page.goto('/admin/settings');
    await page.getByLabel('Email entry prompt').waitFor();
    expect(await gaps('Change password')).toEqual(evenGap);
    const before = await page.getByRole('button', { name: 'Change password' }).boundingBox();
    await page.getByLabel('Current password', { exact: true }).fill('something');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.locator('[aria-invalid=true]').first().waitFor();
    const after = await page.getByRole('button', { name: 'Change password' }).boundingBox();
    expect((after?.y ?? 0) - (before?.y ?? 0)).toBeLessThanOrEqual(48);
    expect(await gaps('Change password')).toEqual(evenGap);
  });

  test('Rows are 40 px high in every list', async () => {
    const portal = await openPortal();
    await fillPortal(portal.app);
    const page = await signedInPage(portal, ADMIN);
    for (const [path, rows] of [
      ['/admin/users', page.getByRole('table', { name: 'Users' }).locator('tbody tr')],
      ['/admin/activity', page.getByRole('table', { name: 'Activity' }).locator('tbody tr')],
      ['/admin/guest-activity', page.getByRole('table', { name: 'Guest log' }).locator('tbody tr')],
      ['/admin/verified', page.getByRole('table', { name: 'Verified addresses' }).locator('tbody tr')],
      ['/admin/notifications', page.getByRole('main').locator('li[data-index]')],
      ['/admin/redirects', page.getByRole('list', { name: 'Active redirects' }).locator('li[data-index]')],
    ] as const) {
      await page.goto(path);
      await rows.first().waitFor();
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      expect([path, ...new Set(heights)]).toEqual([path, 40]);
    }
  });
});

test('Every page offers to retry what could not be loaded', async () => {
  const { page } = await withMira('/admin/login');
  for (const [path, call, shown] of [
    ['/admin', /\/api\/admin\/stats/, 'Accounts'],
    ['/admin/users', /\/api\/admin\/users\?/, 'mira@example.com'],
    ['/admin/activity', /\/api\/admin\/activity\?/, 'Signed in'],
    ['/admin/verified', /\/api\/admin\/verified\?/, 'No verified addresses yet'],
    ['/admin/notifications', /\/api\/admin\/notifications\?/, 'Admin signed in'],
    ['/admin/redirects', /\/api\/admin\/redirects\?/, 'No active redirects'],
    ['/admin/settings', /\/api\/admin\/settings/, 'Email entry prompt'],
  ] as const) {
    await page.route(call, (route) =>
      route.fulfill({ status: 429, json: { error: 'too_many_requests', message: 'Please wait a moment.' } }),
    );
    await page.goto(path);
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' }).first();
    await again.waitFor();
    await Promise.all([page.waitForRequest(call), again.click()]);
    await page.unroute(call);
    // The page also retries by itself, and may be first.
    await until(`${path} has loaded`, async () => {
      if (await page.getByRole('main').getByText(shown).first().isVisible()) return true;
      await again.click({ timeout: 1_000 }).catch(() => undefined);
      return false;
    });
    await again.waitFor({ state: 'detached' });
  }
});
