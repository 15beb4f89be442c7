import { expect, test } from 'vitest';
import { createAccount, PASSWORD } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { openPortal, type Portal } from '../support/browser.ts';
import { insertUsers } from '../support/many-users.ts';
import { Person } from './drive/person.ts';
import { alertdialog, button, dialog, field, heading, line, text } from './drive/things.ts';

async function adminAt(portal: Portal, path: string): Promise<Person> {
  const admin = await Person.at(portal);
  await admin.signIn(portal, ADMIN);
  await admin.open(path);
  return admin;
}

test('An admin lists, searches and creates users, and a new user signs in', async () => {
  const portal = await openPortal();
  await createAccount(portal.app, { email: 'mira@example.com', firstName: 'Mira', lastName: 'Kolb' });
  await insertUsers(portal.app, [{ username: 'ben', firstName: 'Ben', lastName: 'Okoro', email: 'ben@shop.example' }]);
  const admin = await adminAt(portal, '/admin/users');
  await admin.see(heading('User Management'), line('row', 'Mira Kolb'), line('row', 'Ben Okoro'));
  await admin.fill(field('Search users'), 'SHOP.EX');
  await admin.seeGone(line('row', 'Mira Kolb'));
  await admin.see(line('row', 'Ben Okoro'));
  await admin.seePath('/admin/users?q=SHOP.EX');
  await admin.reload();
  await admin.see(line('row', 'Ben Okoro'));
  expect((await admin.see(field('Search users'))).value).toBe('SHOP.EX');
  await admin.fill(field('Search users'), 'nobody at all');
  await admin.see(text('No users found'));
  await admin.click(button('Clear search'));
  await admin.see(line('row', 'Mira Kolb'));

  await admin.click(button('Add User'));
  const form = dialog('Add user');
  await admin.fill(field(/^Username/, form), 'nina');
  await admin.fill(field(/^Email/, form), 'nina@example.com');
  await admin.fill(field(/^First name/, form), 'Nina');
  await admin.fill(field(/^Last name/, form), 'Berg');
  await admin.press('Enter');
  const created = dialog('Account created');
  const { text: password } = await admin.see(text(/^(\w{4}-){3}\w{4}$/, created));
  await admin.click(button('Done', created));
  await admin.seeGone(created);

  const nina = await Person.at(portal);
  await nina.open('/auth');
  await nina.fillSignIn({ username: 'nina', password });
  await nina.click(button('Sign In'));
  await nina.fill(field('New password'), 'a password of my own');
  await nina.fill(field('Confirm new password'), 'a password of my own');
  await nina.press('Enter');
  await nina.see(heading('Nina Berg'));

  await admin.click(line('row', 'Nina Berg'));
  const panel = dialog('User Information');
  await admin.see(text('nina@example.com', panel));
});

test('A suspended user is signed out at once in the open browser', async () => {
  const portal = await openPortal();
  await createAccount(portal.app, { email: 'mira@example.com', firstName: 'Mira', lastName: 'Kolb' });
  const mira = await Person.at(portal);
  await mira.signIn(portal, { username: 'mira', password: PASSWORD });
  await mira.open('/user/email-entry');
  await mira.see(heading('Mira Kolb'));

  const admin = await adminAt(portal, '/admin/users');
  await admin.point(line('row', 'Mira Kolb'));
  await admin.click(button('Suspend Mira Kolb'));
  const question = alertdialog('Suspend Mira Kolb');
  await admin.see(question);
  await admin.press('Escape');
  await admin.seeGone(question);
  await admin.point(line('row', 'Mira Kolb'));
  await admin.click(button('Suspend Mira Kolb'));
  await admin.click(button('Suspend', question));
  await admin.see(text('Suspended', line('row', 'Mira Kolb')));
  await mira.seePath('/auth');
  await mira.see(text('You have been signed out. Please sign in again.'));
});
