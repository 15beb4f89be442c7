import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createAccount, PASSWORD, signedIn } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import {
  expectAccessible,
  openPortal,
  type Portal,
  seeToast,
  settled,
  signedInPage,
  visitor,
} from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { sendFromMenu } from '../support/help-desk.ts';
import { insertUsers } from '../support/many-users.ts';
import { until } from '../support/process.ts';
import { expectUnsaid } from '../support/secrecy.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

async function adminPage(portal: Portal, path: string): Promise<Page> {
  const page = await signedInPage(portal, ADMIN);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const logged = async ({ app }: Portal) => {
  const rows = await app.db
    .selectFrom('activity')
    .innerJoin('users', 'users.id', 'activity.user_id')
    .select(['users.username', 'activity.page', 'activity.details'])
    .where('action', '=', 'admin_redirect')
    .orderBy('activity.id')
    .execute();
  return rows.map(({ username, page, details }) => [username, page, JSON.parse(details as string).prompt ?? null]);
};

describe('Guest and admin side by side', () => {
  test('The guest arrives, is prompted and redirected, and the log has each message', async () => {
    const smtp = await TestSmtp.start();
    const portal = await openPortal({ SMTP_URL: smtp.url });
    const admin = await adminPage(portal, '/admin/guest-activity');
    const live = admin.getByRole('region', { name: 'Live guests' });
    await admin.getByText('No guest activity recorded yet').first().waitFor();
    const guest = await visitor(portal);
    await guest.goto('/');
    await guest.getByRole('heading', { name: 'Welcome' }).waitFor();
    await live.getByText('127.0.0.1').first().waitFor();
    await live.getByText('Email Entry Page').first().waitFor();

    await live.getByRole('button', { name: /^Prompt Guest/ }).click();
    await seeToast(admin, 'Email Prompt Sent', 'Guest will see the email entry prompt on their screen.');
    const popup = guest.getByRole('dialog', { name: 'Email Required' });
    await popup.waitFor();
    await popup.getByText('Please enter your email').waitFor();
    await guest.keyboard.press('Escape');

    await guest.getByLabel('Email address*').fill('guest@example.com');
    await guest.getByRole('button', { name: 'Continue' }).click();
    await guest.getByLabel('Enter the code*').waitFor();
    await live.getByText('Verify Code Page').first().waitFor();
    const code = codeIn(await smtp.mail());
    await live.getByText(/sent/i).first().waitFor();
    expectUnsaid(code, await admin.content());

    await live.getByRole('button', { name: /^To Entry/ }).click();
    await seeToast(admin, 'Guest Redirect Created', 'The guest is here and is being moved now.');
    await guest.waitForURL('/user/email-entry');
    await live.getByText('Moved to email entry · arrived').waitFor();
    await live.getByText('Email Entry Page').first().waitFor();
    await live.getByRole('button', { name: /^To Verify: Move Guest .* to verify code$/ }).click();
    await seeToast(admin, 'Redirect Failed', 'Please wait 10 seconds before redirecting this guest again');
    portal.app.clock.advance(10_000);
    await live.getByRole('button', { name: /^To Verify: Move Guest .* to verify code$/ }).click();
    await seeToast(admin, 'Guest Redirect Created');
    await guest.waitForURL('/user/verify-code');
    await live.getByText('Verify Code Page').first().waitFor();
    await live.getByRole('button', { name: /^Prompt Guest/ }).click();
    await seeToast(admin, 'Code Prompt Sent');
    await guest.getByRole('dialog', { name: 'Verification Code' }).getByRole('button', { name: 'Got it' }).click();

    expect(await logged(portal)).toEqual([
      ['admin', null, 'email'],
      ['admin', '/user/email-entry', null],
      ['admin', '/user/verify-code', null],
      ['admin', null, 'code'],
    ]);
  });

  detail('Each click on a guest action is one request', async () => {
    const portal = await openPortal();
    const ip = '203.0.113.7';
    const client = await signedIn(portal.app, ADMIN);
    const { termsText: _, ...settings } = (await client.get('/api/admin/settings')).json();
    await client.post('/api/admin/settings', { ...settings, exitUrl: 'https://example.org/bye' });
    await portal.app.client({ ip }).post('/api/guest/log-activity', { page: 'Code Processing Complete' });
    const admin = await adminPage(portal, '/admin/guest-activity');
    const live = admin.getByRole('region', { name: 'Live guests' });
    await admin
      .getByRole('region', { name: 'Guest log' })
      .getByRole('button', { name: /^Exit: Send Guest/ })
      .waitFor();

    // The requests that the page polls by itself, all answered.
    await settled(admin);
    const polled = await admin.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const asked: string[] = [];
    admin.on('request', (request) => {
      if (request.method() !== 'GET' || !polled.includes(request.url()))
        asked.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData()}`);
    });
    await live.getByRole('button', { name: /^Prompt Guest/ }).click();
    await seeToast(admin, 'Code Prompt Sent', 'Guest will see the verification code prompt on their screen.');
    await sendFromMenu(live, 'Exit');
    await admin
      .getByRole('alertdialog', { name: 'Send this guest to the exit?' })
      .getByRole('button', { name: 'Send to the exit' })
      .click();
    await seeToast(admin, 'Guest Redirect Created', 'The guest is here and is being sent to the exit now.');
    await live.getByText('Exit · waiting').waitFor();
    const [guest] = (await client.get('/api/admin/guests')).json();
    expect(asked.map((request) => request.replace(/,"reason":"[^"]*"/, ''))).toEqual([
      `POST /api/admin/guest-prompt {"guestId":"${guest.id}","guestIp":"${ip}","prompt":"code"}`,
      `POST /api/admin/redirects {"guestId":"${guest.id}","guestIp":"${ip}","exit":true,"isGuestRedirect":true}`,
    ]);
    const exits = await portal.app.db.selectFrom('guest_messages').selectAll().where('kind', '=', 'exit').execute();
    expect(exits).toMatchObject([{ target: 'https://example.org/bye', is_waiting: 1 }]);
  });

  detail('Guests of one network are a single line that expands, and other guests stay visible', async () => {
    const portal = await openPortal();
    const view = (ip: string) =>
      portal.app.client({ ip }).post('/api/guest/log-activity', { page: 'Email Entry Page' });
    await view('203.0.113.7');
    portal.app.clock.advance(1_000);
    for (let index = 1; index <= 60; index += 1) await view(`2001:db8:1:2::${index.toString(16)}`);
    const admin = await adminPage(portal, '/admin/guest-activity?view=all');
    const live = admin.getByRole('region', { name: 'Live guests' });
    await live.getByRole('tab', { name: 'All 61', selected: true }).waitFor();
    await live.getByText('203.0.113.7').first().waitFor();
    const line = live.getByRole('button', { name: /^2001:db8:1:2::\/64 ?· ?60 guests · 60 online$/, expanded: false });
    await line.focus();
    await admin.keyboard.press('Enter');
    const members = live.getByRole('list', { name: 'Guests on 2001:db8:1:2::/64' });
    await members.getByRole('listitem').first().waitFor();
    expect(await members.getByRole('listitem').count()).toBe(5);
    await live.getByText('10 guests on this network are not listed').waitFor();
    await expectAccessible(admin, 'an open network');
    await live.getByRole('button', { name: 'Show 45 more' }).click();
    await members.getByRole('listitem').nth(49).waitFor();
    await members.getByRole('button', { name: /^Prompt Guest .*\(2001:db8:1:2::1f\)$/ }).click();
    await seeToast(admin, 'Email Prompt Sent');
    await members.getByText('Email prompt · waiting').waitFor();
    await live.getByRole('button', { name: '2001:db8:1:2::/64', expanded: true }).click();
    await members.waitFor({ state: 'hidden' });
  });

  detail('The log is deleted by selection and as a whole', async () => {
    const portal = await openPortal();
    for (let index = 0; index < 4; index += 1)
      await portal.app
        .client({ ip: `203.0.113.${index}` })
        .post('/api/guest/log-activity', { page: 'Email Entry Page' });
    const admin = await adminPage(portal, '/admin/guest-activity');
    const log = admin.getByRole('region', { name: 'Guest log' });
    await log.getByText('203.0.113.3').first().waitFor();
    await log.getByRole('checkbox').nth(1).check();
    await log.getByRole('button', { name: 'Delete Selected (1)' }).click();
    await admin
      .getByText('Are you sure you want to delete 1 selected activity logs? This action cannot be undone.')
      .waitFor();
    await admin
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await seeToast(admin, 'Logs Deleted', 'Successfully deleted 1 activity logs.');
    await log.getByRole('checkbox', { name: 'Select all logs' }).check();
    await log.getByRole('button', { name: 'Delete All (3)' }).click();
    await admin
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await admin.getByText('No guest activity recorded yet').first().waitFor();
  });
});

test('Offline, a list says that it is out of date, and recovers', async () => {
  const portal = await openPortal();
  const admin = await adminPage(portal, '/admin/guest-activity');
  const live = admin.getByRole('region', { name: 'Live guests' });
  await portal.app.client().post('/api/guest/log-activity', { page: 'Email Entry Page' });
  await live.getByRole('button', { name: /^Prompt Guest/ }).waitFor();
  await admin.context().setOffline(true);
  await live.getByText('Out of date. Trying again').waitFor();
  await admin.context().setOffline(false);
  await live.getByText('Out of date. Trying again').waitFor({ state: 'detached' });
});

describe('Notifications', () => {
  detail('Notifications reach bell and list at once, and none is missing after a lost connection', async () => {
    const portal = await openPortal();
    const admin = await adminPage(portal, '/admin/notifications');
    await admin.getByText('Real-time updates active').waitFor();
    const view = (ip: string) =>
      portal.app.client({ ip }).post('/api/guest/log-activity', { page: 'Email Entry Page' });
    await view('203.0.113.1');
    await admin.getByText('Guest (203.0.113.1) opened Email Entry Page').first().waitFor();
    await admin.getByRole('button', { name: /Notifications, \d+ unread/ }).click();
    await admin.keyboard.press('Escape');

    await admin.context().setOffline(true);
    await view('203.0.113.2');
    await admin.context().setOffline(false);
    await admin.getByText('Guest (203.0.113.2) opened Email Entry Page').first().waitFor();

    await admin.getByText('Test notifications', { exact: true }).click();
    await admin.getByRole('button', { name: 'Send test login' }).click();
    await seeToast(admin, 'Test notification sent', 'Check the notification dropdown for the new alert');
    await admin.getByLabel('Search notifications').fill('113.2');
    await admin.getByText('Guest (203.0.113.1) opened Email Entry Page').first().waitFor({ state: 'detached' });
    await admin.getByLabel('Search notifications').fill('nothing like this');
    await admin.getByText('No notifications match your current search and filter criteria').waitFor();
    await admin.getByLabel('Search notifications').fill('');
    await admin.getByRole('button', { name: /Mark all read/ }).click();
    await admin.getByRole('button', { name: 'Mark all read (0)' }).waitFor();
    await admin.reload();
    await admin.getByRole('button', { name: 'Mark all read (0)' }).waitFor();
  });
});

describe('Redirects of users', () => {
  detail('A user is redirected once and persistently, and the persistent redirect is removed', async () => {
    const portal = await openPortal();
    const user = await createAccount(portal.app, { firstName: 'Mira', lastName: 'Kolb', email: 'mira@example.com' });
    const userPage = await signedInPage(portal, { username: 'mira', password: PASSWORD });
    await userPage.goto('/user/email-entry');
    const admin = await adminPage(portal, `/admin/redirects?user=${user.id}`);
    const chosen = admin.getByRole('combobox', { name: 'User', exact: true });
    const isChosen = () => until('the user is chosen', async () => (await chosen.inputValue()).includes('Mira Kolb'));
    await isChosen();
    await admin.getByLabel('Destination', { exact: true }).selectOption('Terms Agreement');
    await admin.getByRole('button', { name: 'Create redirect' }).click();
    await seeToast(admin, 'Success', 'Redirect created successfully');
    await userPage.waitForURL('/terms-agreement');

    await admin.goto(`/admin/redirects?user=${user.id}`);
    await isChosen();
    await admin.getByRole('radio', { name: 'Persistent' }).check({ force: true });
    await admin.getByLabel('Destination', { exact: true }).selectOption('Security Check');
    await admin.getByRole('button', { name: 'Create redirect' }).click();
    await userPage.waitForURL('/security-check');
    const again = await signedInPage(portal, { username: 'mira', password: PASSWORD });
    await again.goto('/user/email-entry');
    await again.waitForURL('/security-check');
    await admin
      .getByRole('button', { name: /^Remove redirect of Mira Kolb/ })
      .first()
      .click();
    await admin
      .getByRole('alertdialog', { name: 'Remove Redirect' })
      .getByRole('button', { name: /^Remove/ })
      .click();
    await seeToast(admin, 'Success', 'Redirect removed successfully');
  });

  detail('A bulk redirect shows how many users match and redirects all of them', async () => {
    const portal = await openPortal();
    await insertUsers(
      portal.app,
      Array.from({ length: 1_000 }, (_, index) => ({ username: `u${index}` })),
    );
    const admin = await adminPage(portal, '/admin/redirects#bulk');
    await admin.getByLabel('Users', { exact: true }).selectOption('Users with Incomplete Profiles');
    await admin.getByText(/1,000/).first().waitFor();
    await admin.getByLabel('Bulk destination').selectOption('Terms Agreement');
    await admin.getByRole('button', { name: 'Apply to Selected Users' }).click();
    await admin.getByRole('alertdialog').getByRole('button').last().click();
    await until(
      'all are redirected',
      async () => (await portal.app.db.selectFrom('redirects').select('id').execute()).length === 1_000,
    );
  });
});

test('Settings are validated and saved', async () => {
  const portal = await openPortal();
  const admin = await adminPage(portal, '/admin/settings');
  await admin.getByRole('textbox', { name: 'Exit URL' }).fill('http://example.com');
  await admin.getByLabel('Email entry prompt').fill('');
  await admin.getByLabel('Guest data (days)').fill('');
  await admin.getByRole('button', { name: 'Save Settings' }).click();
  await admin.getByText('Exit URL must start with https://').waitFor();
  await admin.getByText('Email prompt message is required').waitFor();
  await admin.getByText('Please enter a whole number of days from 1 to 3650').waitFor();
  await admin.getByLabel('Guest data (days)').fill('14');
  await admin.getByRole('textbox', { name: 'Exit URL' }).fill('https://example.org/bye');
  await admin.getByLabel('Email entry prompt').fill('Your address, please');
  await admin.getByRole('button', { name: 'Save Settings' }).click();
  await seeToast(admin, 'Settings Updated', 'Your settings have been saved successfully.');
  await admin.reload();
  await until(
    'the setting is stored',
    async () => (await admin.getByRole('textbox', { name: 'Exit URL' }).inputValue()) === 'https://example.org/bye',
  );
  await expect.poll(() => admin.getByLabel('Guest data (days)').inputValue()).toBe('14');
});

detail('The log is exported and searched', async () => {
  const admin = await adminPage(await openPortal(), '/admin/activity');
  await admin.getByText('admin').first().waitFor();
  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/^activity-logs-\d{4}-\d\d-\d\d\.csv$/);
  const all = admin.waitForEvent('download');
  await admin.getByRole('button', { name: 'Export all' }).click();
  expect((await all).suggestedFilename()).toMatch(/^activity-logs-.*\.csv$/);
  await admin.getByLabel('Search activity').fill('nothing like this');
  await admin.getByText('No activity logs found').waitFor();
});

detail('The log shows old and new value of a changed setting, and the settings say how long it is kept', async () => {
  const portal = await openPortal({ AUDIT_RETENTION_DAYS: '400' });
  const client = await signedIn(portal.app, ADMIN);
  const before = (await client.get('/api/admin/settings')).json();
  const termsText = Array.from({ length: 30 }, (_, index) => `${index + 1}. A new rule`).join('\n');
  await client.post('/api/admin/settings', { ...before, termsText, exitMessage: 'Bye', activityRetentionDays: 1 });
  const admin = await adminPage(portal, '/admin/settings');
  await admin.getByText('The audit trail is kept for at least 400 days').waitFor();

  await admin.goto('/admin/activity');
  await admin.getByRole('button', { name: /^admin changed the exit message/ }).click();
  const changes = admin.getByRole('region', { name: 'Changed settings' });
  await changes.getByText(before.exitMessage).waitFor();
  await changes.getByText('Bye', { exact: true }).waitFor();
  await changes.getByText('365', { exact: true }).waitFor();
  const terms = changes.getByText('30. A new rule');
  await changes.getByRole('button', { name: 'Show all' }).last().click();
  await terms.scrollIntoViewIfNeeded();
  await changes.getByRole('button', { name: 'Show less' }).waitFor();
  expect(await terms.textContent()).toBe(termsText);

  await admin.goto('/admin/notifications');
  await admin.getByText(`admin changed the exit message to "Bye"; it was "${before.exitMessage}"`).first().waitFor();
});

detail('The dashboard shows counts, runs the security check and links to its pages', async () => {
  const portal = await openPortal();
  await insertUsers(portal.app, [{ username: 'u1' }, { username: 'u2' }]);
  const admin = await adminPage(portal, '/admin');
  for (const card of ['Total Users', 'Online Users', 'Pending Actions', 'Security Alerts'])
    await admin.getByText(card).first().waitFor();
  await admin.getByText('3', { exact: true }).first().waitFor();
  await admin.getByRole('button', { name: 'Security Check' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Security Check' });
  await dialog.getByText(/still uses the first-run password/).waitFor();
  await admin.keyboard.press('Escape');
  for (const [name, url] of [
    ['Manage Users', '/admin/users'],
    ['Bulk Redirect', '/admin/redirects'],
    ['View Logs', '/admin/activity'],
  ] as const) {
    await admin.getByRole('link', { name }).click();
    await admin.waitForURL((address) => address.pathname === url);
    await admin.goto('/admin');
  }
});
