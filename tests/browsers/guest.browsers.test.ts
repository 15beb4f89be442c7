import { expect, test } from 'vitest';
import { openPortal } from '../support/browser.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';
import { Person, PHONE } from './drive/person.ts';
import { button, dialog, field, heading, text } from './drive/things.ts';

const EMAIL = 'guest@example.com';

async function openGuestPortal() {
  const smtp = await TestSmtp.start();
  return { smtp, ...(await openPortal({ SMTP_URL: smtp.url, ORGANISATION: 'Example Ltd' })) };
}

const stored = (guest: Person) => guest.tab.run(() => Object.keys(sessionStorage).sort());

test('A guest corrects a mistyped address, gets a code by email and confirms the address', async () => {
  const portal = await openGuestPortal();
  const guest = await Person.at(portal, { size: PHONE });
  await guest.open('/');
  await guest.seePath('/user/email-entry');
  await guest.see(heading('Welcome'));
  await guest.fill(field('Email address*'), 'nonsense');
  await guest.click(button('Continue'));
  await guest.see(text('Please enter a valid email address'));
  expect((await guest.see(field('Email address*'))).isFocused).toBe(true);

  await guest.fill(field('Email address*'), EMAIL);
  await guest.press('Enter');
  await guest.seePath('/user/verify-code');
  await guest.see(text(EMAIL), text('Code sent'), text('no-reply@localhost'), text(/^0[45]:\d\d$/));
  const code = codeIn(await portal.smtp.mail());
  expect(await stored(guest)).toEqual(['codeSentAt', 'verificationEmail']);

  await guest.click(button('Edit'));
  await guest.seePath('/user/email-entry');
  expect((await guest.see(field('Email address*'))).value).toBe(EMAIL);
  await guest.tab.run(() => history.back());
  await guest.see(text(/^0[45]:\d\d$/));

  await guest.fill(field('Enter the code*'), '123');
  await guest.click(button('Continue'));
  await guest.see(text('Code must be at least 6 characters'));

  // Typed as it is copied from the email. The fifteen seconds are real: these browsers have no fake clock.
  await guest.fill(field('Enter the code*'), `${code.slice(0, 3)} ${code.slice(3)}`);
  await guest.click(button('Continue'));
  const processing = dialog('Processing Request');
  await guest.see(processing);
  await guest.press('Escape');
  expect(await guest.sees(processing)).toBe(true);
  await guest.reload();
  await guest.see(processing);
  await guest.see(text('Email verified successfully'));
  await guest.seePath('/user/email-entry');
  expect(await stored(guest)).toEqual([]);
  const outcome = await portal.app.db.selectFrom('guest_verifications').select(['email', 'outcome']).execute();
  expect(outcome).toEqual([{ email: EMAIL, outcome: 'accepted' }]);
});
