import { describe, expect, test } from 'vitest';
import { createAccount, PASSWORD } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { expectAccessible, openPortal, seeToast, signedInPage } from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';

const MIRA = { username: 'mira', password: PASSWORD };

describe('The list of own sessions', () => {
  test('A user ends one session from the list, then all others', async () => {
    const portal = await openPortal();
    await createAccount(portal.app, { email: 'mira@example.com' });
    const [here, second, third] = [
      await signedInPage(portal, MIRA),
      await signedInPage(portal, MIRA),
      await signedInPage(portal, MIRA),
    ];
    for (const page of [second, third]) {
      await page.goto('/user/email-entry');
      await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    }
    await here.goto('/user/email-entry');
    const section = here.getByRole('region', { name: 'Where you are signed in' });
    await section.getByText('This browser').waitFor();
    const ends = section.getByRole('button', { name: 'End session on Chrome on Linux' });
    expect(await ends.count()).toBe(2);
    expect(await section.getByRole('listitem').first().getByText('This browser').count()).toBe(1);
    await expectAccessible(here, 'the account page');

    // The dialog explains first, and Cancel ends nothing.
    await ends.first().click();
    const asked = here.getByRole('alertdialog', { name: 'End session on Chrome on Linux' });
    await asked.getByText('You are signed out there at once.').waitFor();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    expect(await portal.app.db.selectFrom('sessions').select('id').execute()).toHaveLength(3);
    await ends.first().click();
    await asked.getByRole('button', { name: 'End session' }).click();
    await seeToast(here, 'Signed out', '1 session ended. You stay signed in here.');
    // The list is sorted by last use, so either page may be the first one.
    const left = await Promise.race(
      [second, third].map(async (page) => {
        await page.waitForURL(/\/auth\?reason=signed-out/);
        return page;
      }),
    );
    await left
      .getByText(/signed out/i)
      .first()
      .waitFor();
    const remaining = left === second ? third : second;

    await section.getByRole('button', { name: 'End all others' }).click();
    const all = here.getByRole('alertdialog', { name: 'End all other sessions' });
    await all.getByText('You are signed out in one other place at once.').waitFor();
    await all.getByRole('button', { name: 'End all others' }).click();
    await remaining.waitForURL(/\/auth\?reason=signed-out/);
    await section.getByRole('button', { name: 'End all others' }).waitFor({ state: 'detached' });
    expect(await section.getByRole('listitem').count()).toBe(1);
    await here.reload();
    await here.getByRole('heading', { name: 'mira' }).waitFor();
  });

  detail('Staff open the list from the account menu, and an ended session leaves the back-office', async () => {
    const portal = await openPortal();
    const [here, elsewhere] = [await signedInPage(portal, ADMIN), await signedInPage(portal, ADMIN)];
    await elsewhere.goto('/admin');
    await elsewhere.getByRole('heading', { name: 'Dashboard Overview' }).waitFor();
    await here.goto('/admin');
    await here.getByRole('button', { name: 'Account menu of admin' }).click();
    await here.getByRole('menuitem', { name: 'Your account' }).click();
    const section = here.getByRole('region', { name: 'Where you are signed in' });
    await section.getByRole('button', { name: 'End all others' }).click();
    await here.getByRole('alertdialog').getByRole('button', { name: 'End all others' }).click();
    await seeToast(here, 'Signed out', '1 session ended. You stay signed in here.');
    await elsewhere.waitForURL(/\/admin\/login\?reason=signed-out/);
  });

  detail('The list refreshes when the page becomes visible again', async () => {
    const portal = await openPortal();
    await createAccount(portal.app);
    const here = await signedInPage(portal, MIRA);
    await here.goto('/user/email-entry');
    const section = here.getByRole('region', { name: 'Where you are signed in' });
    await section.getByText('This browser').waitFor();
    await signedInPage(portal, MIRA);
    await here.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await section.getByRole('button', { name: 'End session on Chrome on Linux' }).waitFor();
  });
});

describe('Another email address', () => {
  detail('A user changes the address with the emailed code, even after a wrong one and a closed dialog', async () => {
    const smtp = await TestSmtp.start();
    const portal = await openPortal({ SMTP_URL: smtp.url, MAIL_FROM: 'portal@example.org' });
    await createAccount(portal.app, { email: 'mira@example.com' });
    await createAccount(portal.app, { username: 'other', email: 'taken@example.com' });
    const page = await signedInPage(portal, MIRA);
    await page.goto('/user/email-entry');
    await page.getByRole('button', { name: 'Change address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change email address' });
    const address = dialog.getByLabel('New email address');
    await address.fill('not an address');
    await page.keyboard.press('Enter');
    await dialog.getByText('Please enter a valid email address').waitFor();
    await address.fill('mira@example.com');
    await page.keyboard.press('Enter');
    await dialog.getByText('This is already your email address.').waitFor();

    // Only the owner of the mailbox learns that the address is taken.
    await address.fill('taken@example.com');
    await page.keyboard.press('Enter');
    await dialog.getByText('taken@example.com').waitFor();
    await dialog.getByLabel('Code from the email').fill(codeIn(await smtp.mail(1)));
    await page.keyboard.press('Enter');
    await dialog.getByText('There is already an account with this email address.').waitFor();
    expect(await address.inputValue()).toBe('taken@example.com');

    await address.fill('mira.kolb@example.net');
    await dialog.getByRole('button', { name: 'Send code' }).click();
    const code = dialog.getByLabel('Code from the email');
    await code.waitFor();
    await expectAccessible(page, 'the dialog with the code');
    const mailed = codeIn(await smtp.mail(2));
    await code.fill(String((Number(mailed) + 1) % 1_000_000).padStart(6, '0'));
    await page.keyboard.press('Enter');
    await dialog.getByText('The code is not correct. You have 2 tries left.').waitFor();

    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Change address' }).click();
    await dialog.getByText('mira.kolb@example.net').waitFor();
    await dialog.getByText(/Expires in \d:\d\d/).waitFor();
    await code.fill(`${mailed.slice(0, 3)} ${mailed.slice(3)}`);
    await dialog.getByRole('button', { name: 'Confirm address' }).click();
    await seeToast(page, 'Email address changed', 'Emails about your account now go to mira.kolb@example.net.');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('mira · mira.kolb@example.net').waitFor();
    await until('both addresses are notified', () => smtp.received.length === 4);
    expect(
      smtp.received
        .slice(2)
        .map(({ to }) => to)
        .sort(),
    ).toEqual(['mira.kolb@example.net', 'mira@example.com']);
  });

  detail('A user can switch to yet another address before confirming', async () => {
    const smtp = await TestSmtp.start();
    const portal = await openPortal({ SMTP_URL: smtp.url, MAIL_FROM: 'portal@example.org' });
    await createAccount(portal.app);
    const page = await signedInPage(portal, MIRA);
    await page.goto('/user/email-entry');
    await page.getByRole('button', { name: 'Add address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add email address' });
    await dialog.getByLabel('New email address').fill('first@example.com');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Use another address' }).click();
    await dialog.getByLabel('New email address').fill('second@example.com');
    await page.keyboard.press('Enter');
    await dialog.getByText('second@example.com').waitFor();
    await until('the code has arrived', () => smtp.received.some(({ to }) => to === 'second@example.com'));
    await dialog.getByRole('button', { name: 'Send another code' }).click();
    await seeToast(page, 'Code sent', 'The previous code no longer works.');
    await until('another code has arrived', () => smtp.received.length === 3);
    const mail = smtp.received.at(-1);
    await dialog.getByLabel('Code from the email').fill(mail === undefined ? '' : codeIn(mail));
    await page.keyboard.press('Enter');
    await page.getByText('mira · second@example.com').waitFor();
  });
});
