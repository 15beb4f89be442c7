import { expect, test } from 'vitest';
import { createAccount, PASSWORD } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { openPortal } from '../support/browser.ts';
import { Person } from './drive/person.ts';
import { button, checkbox, field, heading, text } from './drive/things.ts';

const MIRA = { username: 'mira', password: PASSWORD };

test('The sign-in form names what is missing or wrong, and a user signs in and out', async () => {
  const portal = await openPortal();
  await createAccount(portal.app, { firstName: 'Mira', lastName: 'Okafor', email: 'mira@example.com' });
  const mira = await Person.at(portal);
  await mira.open('/auth');
  await mira.click(button('Sign In'));
  await mira.see(text('Please enter both username and password'));
  expect((await mira.see(field('Username'))).isFocused).toBe(true);

  await mira.fillSignIn({ ...MIRA, password: 'a guess' });
  await mira.click(button('Sign In'));
  await mira.see(text('Invalid username or password'));
  expect((await mira.see(field('Username'))).value).toBe('mira');
  // A captcha solution works once.
  await mira.seeGone(text('Verified'));
  await mira.fill(field('Password'), PASSWORD);
  await mira.solveCaptcha();
  await mira.press('Enter');
  await mira.seePath('/user/email-entry');
  await mira.see(heading('Mira Okafor'), text('mira@example.com'));

  // A signed-in user is redirected from the sign-in page.
  await mira.open('/auth');
  await mira.seePath('/user/email-entry');
  await mira.click(button('Sign out'));
  await mira.seePath('/auth');
  await mira.open('/user/account');
  await mira.see(button('Sign In'));
});

test('An admin signs in with the keyboard alone', async () => {
  const portal = await openPortal();
  const admin = await Person.at(portal);
  await admin.open('/admin/login');
  await admin.click(field('Username'));
  await admin.type(ADMIN.username);
  await admin.press('Tab');
  await admin.type(ADMIN.password);
  const captcha = checkbox("I'm not a robot");
  for (let steps = 0; steps < 3 && !(await admin.see(captcha)).isFocused; steps += 1) await admin.press('Tab');
  await admin.press('Space');
  await admin.see(text('Verified'));
  await admin.press('Enter');
  await admin.see(heading('Dashboard Overview'));
});
