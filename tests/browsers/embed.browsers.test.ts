import { test } from 'vitest';
import { openEmbeddingSite } from '../support/embedding-site.ts';
import { codeIn } from '../support/smtp.ts';
import { Person } from './drive/person.ts';
import { button, dialog, field, text } from './drive/things.ts';

const EMAIL = 'guest@example.com';

test('The example page learns of the address in a window that closes', async () => {
  const both = await openEmbeddingSite({ headers: { 'referrer-policy': 'no-referrer' } });
  const person = await Person.at(both);
  await person.tab.open(both.site);
  await person.click(button('Confirm my email address'));
  const guest = await person.opened();
  await guest.see(text(/ will receive the email address you confirm here\.$/));
  await guest.fill(field('Email address*'), EMAIL);
  await guest.press('Enter');
  await guest.seePath('/user/verify-code');
  await guest.see(text(EMAIL));
  await guest.fill(field('Enter the code*'), codeIn(await both.smtp.mail()));
  await guest.reload();
  await guest.fill(field('Enter the code*'), codeIn(await both.smtp.mail()));
  await guest.click(button('Continue'));
  await guest.see(dialog('Processing Request'));
  // The fifteen seconds are real: these browsers have no fake clock.
  await person.see(text(`Confirmed: ${EMAIL}`));
});

test('A guest who closes the window has not confirmed', async () => {
  const both = await openEmbeddingSite();
  const person = await Person.at(both);
  await person.tab.open(both.site);
  await person.click(button('Confirm my email address'));
  const guest = await person.opened();
  await guest.see(text(/ will receive the email address you confirm here\.$/));
  await guest.tab.run(() => window.close());
  await person.see(text('Not confirmed yet.'));
});
