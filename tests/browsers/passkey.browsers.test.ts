import { expect, inject, test } from 'vitest';
import { createAccount, PASSWORD } from '../support/accounts.ts';
import { openPortal } from '../support/browser.ts';
import { plugInPasskeyDevice } from './drive/firefox.ts';
import { Person } from './drive/person.ts';
import { button, dialog, field, heading, region, text } from './drive/things.ts';

const MIRA = { username: 'mira', password: PASSWORD };

async function openAccount() {
  const portal = await openPortal();
  await createAccount(portal.app);
  const mira = await Person.at(portal);
  await mira.signIn(portal, MIRA);
  await mira.open('/user/email-entry');
  await mira.see(text('Off', section));
  return mira;
}

const section = region('Second factor');

test.runIf(inject('browser') === 'firefox')('A passkey is added and signs in alone', async () => {
  await plugInPasskeyDevice();
  const mira = await openAccount();
  await mira.click(button('Add a passkey', section));
  const adding = dialog('Add a passkey');
  await mira.fill(field('Name', adding), 'Work laptop');
  await mira.click(button('Add passkey', adding));
  await mira.click(button('I have saved them', dialog('Save your recovery codes')));
  await mira.see(text('On', section), text(/Work laptop/, section));
  await mira.click(button('Sign out'));
  await mira.seePath('/auth');
  await mira.click(button('Sign in with a passkey'));
  await mira.seePath('/user/email-entry');
  await mira.see(heading('mira'));
});

// WebKit on Linux has no passkeys, so it shows the fallback.
test.runIf(inject('browser') === 'webkit')(
  'A browser without passkeys offers an authenticator app instead',
  async () => {
    const mira = await openAccount();
    expect(await mira.tab.run(() => 'PublicKeyCredential' in window)).toBe(false);
    await mira.see(button('Add an app', section));
    expect(await mira.sees(button('Add a passkey', section))).toBe(false);
    await mira.click(button('Sign out'));
    await mira.see(button('Sign In'));
    await mira.seeGone(button('Sign in with a passkey'));
  },
);
