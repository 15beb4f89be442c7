import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { attemptSignIn, createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { expectAccessible, openPortal, type Portal, seeToast, signedInPage } from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

const view = ({ app }: Portal, ip: string) =>
  app.client({ ip }).post('/api/guest/log-activity', { page: 'Email Entry Page' });

async function opened(portal: Portal, path: string, as = ADMIN, options = {}): Promise<Page> {
  const page = await signedInPage(portal, as, options);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const list = (page: Page) => page.getByRole('region', { name: 'Recent Activity' });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications, \d+ unread(?:, \d+ needs? action)?$/ });
const badge = async (page: Page) => Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0]);

describe('A click on a notification', () => {
  detail('Every kind of notification in the list links to its subject and is marked as read', async () => {
    const portal = await openPortal();
    const { app } = portal;
    await createAccount(app, { firstName: 'Mira', lastName: 'Kolb', email: 'mira@example.com' });
    const mira = await signedIn(app);
    await mira.request({ method: 'PATCH', url: '/api/user/profile', payload: { firstName: 'Mira', lastName: 'Kolb' } });
    await attemptSignIn(app, app.client({ ip: '198.51.100.66' }), { password: 'wrong password' });
    await view(portal, '203.0.113.9');
    const asks = app.client({ ip: '192.0.2.7' });
    await asks.post('/api/guest/log-activity', { page: 'Email Entry Page' });
    await asks.post('/api/guest/help', { reason: 'told_to_come' });
    const client = await signedIn(app, ADMIN);
    const before = (await client.get('/api/admin/settings')).json();
    await client.post('/api/admin/settings', { ...before, exitMessage: 'Bye' });
    await app.notifications.settle();

    const page = await opened(portal, '/admin/notifications');
    const follow = async (text: string | RegExp, url: RegExp) => {
      if (!page.url().endsWith('/notifications')) await page.goBack();
      await list(page).getByRole('link').filter({ hasText: text }).click();
      await page.waitForURL(url);
    };
    await follow('Profile updated', /\/admin\/users\?user=/);
    await follow('User signed in', /\/admin\/users\?user=/);
    await page.getByRole('dialog', { name: 'User Information' }).getByText('mira@example.com').first().waitFor();
    await follow('Failed sign-in', /\/admin\/activity\?filter=failed&q=198\.51\.100\.66$/);
    await page.getByText('198.51.100.66').first().waitFor();
    await follow(/Guest \(203\.0\.113\.9\) opened/, /\/admin\/guest-activity\?guest=/);
    await page.getByRole('dialog', { name: 'Guest' }).getByText('203.0.113.9').first().waitFor();
    await follow('A guest chose “Somebody told me to come here”', /\/admin\/guest-activity\?view=all&q=192\.0\.2\.$/);
    await page.getByRole('region', { name: 'Live guests' }).getByText('192.0.2.7').first().waitFor();
    await follow('Exit message changed', /\/admin\/settings#prompts$/);
    const read = async () => {
      const rows = await app.db
        .selectFrom('notification_reads')
        .innerJoin('notifications', 'notifications.seq', 'notification_reads.seq')
        .select('title')
        .execute();
      return rows.map(({ title }) => title).sort();
    };
    // The page goes on without waiting for the answer that marks the notification.
    await expect
      .poll(read)
      .toEqual([
        'A guest chose “Somebody told me to come here”',
        'Exit message changed',
        'Failed sign-in',
        'Page view',
        'Profile updated',
        'User signed in',
      ]);
  });

  detail('A notification in the bell links to its subject and is marked as read, also in a new tab', async () => {
    const portal = await openPortal();
    const page = await opened(portal, '/admin');
    await page.getByRole('heading', { name: 'Quick Actions' }).waitFor();
    await view(portal, '203.0.113.9');
    await until('the notification is counted', async () => (await badge(page)) === 2);
    await bell(page).click();
    const panel = page.getByRole('dialog', { name: 'Latest notifications' });
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      panel
        .getByRole('link')
        .filter({ hasText: 'Guest (203.0.113.9)' })
        .click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await tab.waitForURL(/\/admin\/guest-activity\?guest=/);
    await until('the notification is read', async () => (await badge(page)) === 1);
    await panel.getByRole('link').filter({ hasText: 'Admin signed in' }).click();
    await page.waitForURL(/\/admin\/users\?user=/);
    await panel.waitFor({ state: 'detached' });
  });
});

const badgeColour = async (page: Page) => {
  const look = bell(page).locator('xpath=following-sibling::span');
  return look.evaluate((shown) => (shown.classList.contains('bg-danger') ? 'red' : 'grey'));
};

test('Each admin has their own unread count; only action items turn the badge red and notify the desktop', async () => {
  const portal = await openPortal();
  const { app } = portal;
  await createAccount(app, { username: 'vera', role: 'admin' });
  const [ann, vera] = [
    await opened(portal, '/admin/notifications'),
    await opened(portal, '/admin/notifications', { username: 'vera', password: PASSWORD }),
  ];
  await app.notifications.settle();
  for (const page of [ann, vera]) {
    await page.getByRole('button', { name: /^Mark all read \([1-9]/ }).click();
    await until('nothing is unread', async () => (await badge(page)) === 0);
  }
  await ann.evaluate(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    window.Notification = class {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(title: string) {
        shown.push(title);
      }
    } as unknown as typeof Notification;
  });
  const shown = () => ann.evaluate(() => (window as unknown as { shown: string[] }).shown);
  await ann.getByRole('button', { name: 'Desktop notification when action is needed', pressed: false }).click();
  await ann.getByRole('button', { name: 'Desktop notification when action is needed', pressed: true }).waitFor();

  const guest = app.client({ ip: '192.0.2.7' });
  await guest.post('/api/guest/log-activity', { page: 'Email Entry Page' });
  for (const page of [ann, vera]) await until('the view is counted', async () => (await badge(page)) === 1);
  expect([await badgeColour(ann), await badgeColour(vera), await shown()]).toEqual(['grey', 'grey', []]);
  await guest.post('/api/guest/help', { reason: 'told_to_come' });
  for (const page of [ann, vera]) await until('the request for help is counted', async () => (await badge(page)) === 2);
  await ann.getByRole('button', { name: 'Notifications, 2 unread, 1 needs action' }).waitFor();
  expect([await badgeColour(ann), await badgeColour(vera)]).toEqual(['red', 'red']);
  await until('the desktop notification is shown', async () => (await shown()).length > 0);
  expect(await shown()).toEqual(['A guest chose “Somebody told me to come here”']);
  await expectAccessible(ann, 'a red badge');

  await ann.getByRole('button', { name: 'Mark all read (2)' }).click();
  await ann.getByRole('button', { name: 'Notifications, 0 unread' }).waitFor();
  await vera.reload();
  await vera.getByRole('button', { name: 'Notifications, 2 unread, 1 needs action' }).waitFor();
  await list(vera).getByRole('link').filter({ hasText: 'A guest chose “Somebody told me to come here”' }).click();
  await vera.getByRole('button', { name: 'Notifications, 1 unread', exact: true }).waitFor();
  expect(await badgeColour(vera)).toBe('grey');
  await expectAccessible(vera, 'a grey badge');
});

detail('The tab title shows the number of the badge', async () => {
  const portal = await openPortal();
  const page = await opened(portal, '/admin/notifications');
  await portal.app.notifications.settle();
  const guest = portal.app.client({ ip: '192.0.2.7' });
  await guest.post('/api/guest/log-activity', { page: 'Email Entry Page' });
  await guest.post('/api/guest/help', { reason: 'no_mail' });
  await until('all three are counted', async () => (await badge(page)) === 3);
  await until('the title counts them too', async () => (await page.title()).startsWith('(3) Notifications'));
  await page.getByRole('button', { name: 'Mark all read (3)' }).click();
  await until('the title has no number', async () => (await page.title()).startsWith('Notifications'));
});

detail('The counters count notifications, so that none exceeds the total', async () => {
  const portal = await openPortal();
  const guest = portal.app.client({ ip: '203.0.113.9' });
  await guest.get('/api/guest/state');
  for (const page of ['Email Entry Page', 'Verify Code Page', 'Email Entry Page', 'Verify Code Page'])
    await guest.post('/api/guest/log-activity', { page });
  await portal.app.notifications.settle();
  const page = await opened(portal, '/admin/notifications');
  const counters = page.getByRole('list', { name: 'Counters' }).getByRole('listitem');
  await until('one sign-in and one group of page views are counted', async () => {
    await portal.app.notifications.settle();
    const shown = await counters.allTextContents();
    return shown.join() === 'Total2,Unread2,Logins Today1,Page Views Today1';
  });
  await page.getByText('Repeats within 10 minutes count as one notification.').waitFor();
});

describe('A kind that is switched off', () => {
  detail('A switched-off kind stays in the list but not in the count, and other admins still get it', async () => {
    const portal = await openPortal();
    await createAccount(portal.app, { username: 'vera', role: 'admin' });
    const vera = await opened(portal, '/admin/notifications', { username: 'vera', password: PASSWORD });
    const ann = await opened(portal, '/admin/notifications');
    await portal.app.notifications.settle();
    for (const page of [vera, ann]) {
      await page.getByRole('button', { name: /^Mark all read \([1-9]/ }).click();
      await until('nothing is unread', async () => (await badge(page)) === 0);
    }

    await vera.getByRole('button', { name: 'Notification preferences' }).click();
    const dialog = vera.getByRole('dialog', { name: 'Notification preferences' });
    await dialog.getByLabel('Page views').uncheck({ force: true });
    expect(await dialog.getByLabel('Security warnings').isDisabled()).toBe(true);
    expect(await dialog.getByLabel('Settings changes').isChecked()).toBe(true);
    await expectAccessible(vera, 'the preferences');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await seeToast(vera, 'Preferences saved');

    await view(portal, '203.0.113.9');
    const pageView = 'Guest (203.0.113.9) opened Email Entry Page';
    for (const page of [ann, vera]) await list(page).getByText(pageView).waitFor();
    await until('the other admin is notified', async () => (await badge(ann)) === 1);
    expect(await badge(vera)).toBe(0);
    await vera.getByRole('button', { name: 'Mark all read (0)' }).waitFor();
    expect(await list(vera).getByText('New', { exact: true }).count()).toBe(0);
    await bell(vera).click();
    const panel = vera.getByRole('dialog', { name: 'Latest notifications' });
    await panel.getByText('Admin signed in').first().waitFor();
    expect(await panel.getByText(pageView).count()).toBe(0);
    await vera.reload();
    await list(vera).getByText(pageView).waitFor();
    expect(await badge(vera)).toBe(0);
  });
});

detail('Warnings are a filter of their own, kept in the address', async () => {
  const portal = await openPortal();
  await view(portal, '203.0.113.9');
  await attemptSignIn(portal.app, portal.app.client(), { password: 'wrong password' });
  await portal.app.notifications.settle();
  const page = await opened(portal, '/admin/notifications');
  await list(page).getByText('Page view', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Warnings', pressed: false }).click();
  await page.waitForURL('/admin/notifications?only=warnings');
  await list(page).getByText('Page view', { exact: true }).waitFor({ state: 'detached' });
  await list(page).getByText('Failed sign-in', { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Warnings', pressed: true }).waitFor();
  await page.getByLabel('Type', { exact: true }).selectOption('User Logins');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await list(page).getByText('Page view', { exact: true }).waitFor();
});

detail('On a phone the first notification, or the empty state, is visible without scrolling', async () => {
  const portal = await openPortal();
  await view(portal, '203.0.113.9');
  await portal.app.notifications.settle();
  const page = await opened(portal, '/admin/notifications', ADMIN, PHONE);
  const bottomOf = async (text: string) => {
    const found = list(page).getByText(text).first();
    await found.waitFor();
    const box = await found.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  expect(await bottomOf('Guest (203.0.113.9) opened Email Entry Page')).toBeLessThan(844);
  await page.getByLabel('Search notifications').fill('nothing like this');
  expect(await bottomOf('No notifications match your current search and filter criteria')).toBeLessThan(844);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expectAccessible(page, 'notifications on a phone');
});
