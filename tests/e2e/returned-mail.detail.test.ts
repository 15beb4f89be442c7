import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN } from '../support/app.ts';
import { openPortal, signedInPage, visitor } from '../support/browser.ts';
import { postfixReport } from '../support/delivery-reports.ts';
import { TestImap } from '../support/imap.ts';
import { until } from '../support/process.ts';
import { MAIL_FROM, mailTo } from '../support/returned-mail.ts';
import { TestSmtp } from '../support/smtp.ts';

let imap: TestImap;
beforeAll(async () => {
  imap = await TestImap.listening();
});
afterAll(() => imap.close());

test('Staff see that a code email bounced, and the security check that bounces are read', async () => {
  const smtp = await TestSmtp.start();
  const portal = await openPortal({ SMTP_URL: smtp.url, MAIL_FROM, BOUNCE_IMAP_URL: imap.url('portal') });
  const { app } = portal;
  const recipient = 'guest@example.com';
  const guest = await visitor(portal);
  await guest.goto('/');
  await guest.getByLabel('Email').fill(recipient);
  await guest.keyboard.press('Enter');
  const { returnPath } = await smtp.mail();
  await until('the email is sent', async () => (await mailTo(app, recipient)).state === 'sent');
  const staff = await signedInPage(portal, ADMIN);
  await staff.goto('/admin/guest-activity?view=all');
  await staff.getByText('Email sent').first().waitFor();

  await imap.deliver('portal', postfixReport({ to: returnPath, recipient }));
  await until('the report was read', async () => {
    await app.bounces?.read();
    return (await imap.left('portal')).length === 0;
  });
  await staff.getByText('Email bounced').first().waitFor();
  expect(await staff.getByText(recipient).count()).toBe(0);

  await staff.goto('/admin');
  await staff.getByRole('button', { name: 'Security Check' }).click();
  await staff.getByText('The mailbox for bounces was read').waitFor();
});
