import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { ADMIN } from '../support/app.ts';
import { isHydrated, openPortal } from '../support/browser.ts';
import { fillPortal } from '../support/filled-portal.ts';
import { until } from '../support/process.ts';
import { DESKTOP, Person, PHONE } from './drive/person.ts';
import { button, field, heading, text } from './drive/things.ts';

/** An optional folder for screenshots. */
const PICTURES = process.env.TEST_SCREENSHOTS;

/** Runs in the page: waits until animations have ended and were painted. */
async function settle(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
}

async function seeFitting(person: Person, name: string): Promise<void> {
  // Firefox complains about scripts that were still loading when the page was left.
  await until(`${name} is hydrated`, () => person.tab.run(isHydrated));
  await person.tab.run(settle);
  const { width, content } = await person.tab.run(() => ({
    width: document.documentElement.clientWidth,
    content: document.documentElement.scrollWidth,
  }));
  if (PICTURES !== undefined)
    writeFileSync(join(PICTURES, `${inject('browser')}-${name}-${width}.png`), await person.tab.screenshot());
  expect(content, `${name} is as wide as the window`).toBeLessThanOrEqual(width);
}

test.for([DESKTOP, PHONE])('Every main page fits a window of $width pixels', async (size) => {
  const portal = await openPortal();
  await fillPortal(portal.app);
  const guest = await Person.at(portal, { size });
  await guest.open('/');
  await guest.see(field('Email address*'));
  await seeFitting(guest, 'guest');
  await guest.open('/auth');
  await guest.see(button('Sign In'));
  await seeFitting(guest, 'sign-in');

  const admin = await Person.at(portal, { size });
  await admin.signIn(portal, ADMIN);
  await admin.open('/admin');
  await admin.see(heading('Dashboard Overview'), text(/signed in/));
  await seeFitting(admin, 'dashboard');
  await admin.open('/admin/guest-activity?view=all');
  await admin.see(text(/^Guest \w{4} \(203\.0\.113\.\d+\)$/));
  await seeFitting(admin, 'live-guests');
  await admin.open('/admin/users');
  await admin.see(text('Mira Kolb'));
  await seeFitting(admin, 'users');
});
