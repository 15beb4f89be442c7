import { expect, test } from 'vitest';
import { HELP_WORDS } from '../../contract/guests/help.rules.ts';
import { guestTag } from '../../server/visitor/guest-id.ts';
import { createAccount, PASSWORD } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { openPortal, type Portal } from '../support/browser.ts';
import { until } from '../support/process.ts';
import { expectUnsaid } from '../support/secrecy.ts';
import { codeIn, TestSmtp } from '../support/smtp.ts';
import { Person } from './drive/person.ts';
import { button, dialog, field, heading, line, region, tab, text } from './drive/things.ts';

/**
 * Runs in the page and stops its polling, so that only the socket brings news. Guest pages poll every two seconds at
 * most, staff pages every five.
 */
function stopPolling(): void {
  const shortest = location.pathname.startsWith('/admin') ? 5_000 : 2_000;
  const later = window.setTimeout.bind(window);
  const often = window.setInterval.bind(window);
  window.setTimeout = ((call: TimerHandler, ms = 0) => (ms < shortest ? later(call, ms) : 0)) as typeof setTimeout;
  window.setInterval = ((call: TimerHandler, ms = 0) => (ms < shortest ? often(call, ms) : 0)) as typeof setInterval;
}

/** A guest with a connected socket, and its row and name as staff see them. */
async function openGuest(portal: Portal) {
  const guest = await Person.at(portal, { prepare: stopPolling });
  const ids = () => [...portal.app.presence.guests.all()].map((known) => known.id);
  const before = ids();
  await guest.open('/');
  await guest.see(field('Email address*'));
  let id = '';
  await until('the guest is known and connected', () => {
    id = ids().find((each) => !before.includes(each)) ?? '';
    return portal.app.guestSockets.isConnected(id);
  });
  const tag = guestTag(id);
  const row = line('listitem', tag, region('Live guests'));
  return { guest, row };
}

test('Staff see guests arrive, prompt one of them and redirect it to another page', async () => {
  const smtp = await TestSmtp.start();
  const portal = await openPortal({ SMTP_URL: smtp.url });
  await createAccount(portal.app, { username: 'ann', role: 'admin' });
  const ann = await Person.at(portal, { prepare: stopPolling });
  await ann.signIn(portal, { username: 'ann', password: PASSWORD });
  await ann.open('/admin/guest-activity?view=all');
  await ann.see(tab(/^All ?0$/));

  const { guest, row } = await openGuest(portal);
  const { guest: other, row: otherRow } = await openGuest(portal);
  await ann.see(row, otherRow, text(/^Here/, row));

  await guest.click(button('I need help'));
  await guest.click(button(HELP_WORDS.no_mail));
  await guest.see(text("We've told the support team."));
  await ann.see(text(`Asked for help: ${HELP_WORDS.no_mail}`, row), tab(/^Needs help ?1$/));

  await ann.click(button(/^Prompt/, row));
  await guest.see(dialog('Email Required'));
  await ann.see(text(/^Email prompt · seen/, row), text(/^You are helping/, row));
  await guest.press('Escape');
  await guest.seeGone(dialog('Email Required'));
  expect(await other.sees(dialog('Email Required'))).toBe(false);

  await guest.fill(field('Email address*'), 'hanna@example.com');
  await guest.press('Enter');
  await guest.see(field('Enter the code*'));
  const code = codeIn(await smtp.mail());
  await ann.see(text(/^Verify Code Page/, row), text('Email sent', row));

  await ann.click(button(/^To Entry/, row));
  await guest.see(text('The support team moved you here'), field('Email address*'));
  await ann.see(text(/^Moved to email entry · arrived/, row));
  portal.app.clock.advance(10_000);
  await ann.click(button(/to verify code$/, row));
  await guest.see(text('The support team moved you here'), field('Enter the code*'));
  expect(await other.sees(text('The support team moved you here'))).toBe(false);

  await ann.click(button(/^Details of/, row));
  const panel = dialog('Guest');
  await ann.see(heading('Timeline', panel), text(/^Redirect/, panel));
  const { text: shown } = await ann.see(panel);
  expectUnsaid(code, shown);
  expect(shown).not.toContain('hanna@example.com');
});

test('A notification arrives through the socket of the back-office', async () => {
  const portal = await openPortal();
  const admin = await Person.at(portal, { prepare: stopPolling });
  await admin.signIn(portal, ADMIN);
  await admin.open('/admin/notifications');
  await admin.see(text('Real-time updates active'));
  await portal.app.client({ ip: '203.0.113.1' }).post('/api/guest/log-activity', { page: 'Email Entry Page' });
  await admin.see(text('Guest (203.0.113.1) opened Email Entry Page'));
});
