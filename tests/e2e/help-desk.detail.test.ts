import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { GuestLog } from '../../contract/guests/guests.ts';
import { HELP_WORDS } from '../../contract/guests/help.rules.ts';
import { expectAccessible, expectToFit, seeToast } from '../support/browser.ts';
import { type Desk, everyKind, guest, guestRow, openDesk, sendFromMenu, stuck } from '../support/help-desk.ts';
import { until } from '../support/process.ts';

/** The tags of `everyKind`. */
const ASKED = 'ASKE';
const FAILED = 'FAIL';
const DONE = 'DONE';
const REFUSED = 'REFU';
const SLOW = 'SLOW';
const HALTED = 'HALT';
const EXPIRED = 'EXPI';

const tagsIn = async ({ page }: Desk): Promise<(string | undefined)[]> => {
  const names = page.getByRole('region', { name: 'Live guests' }).getByRole('button', { name: /^Details of/ });
  const labels = await Promise.all((await names.all()).map((name) => name.textContent()));
  return labels.map((label) => label?.split(' ')[3]);
};

const isSelected = (page: Page, name: RegExp) =>
  until(
    `${name} is open`,
    async () => (await page.getByRole('tab', { name }).getAttribute('aria-selected')) === 'true',
  );

describe('Views', () => {
  test("Guests who need help come first, in the server's order; view and search stay in the address", async () => {
    const desk = await openDesk(everyKind());
    const { page } = desk;
    await guestRow(desk, ASKED).waitFor();
    const tags = [ASKED, FAILED, 'UNTR', 'MIST', EXPIRED, SLOW];
    await isSelected(page, new RegExp(`^Needs help ${tags.length}$`));
    expect(await tagsIn(desk)).toEqual(tags);

    // Once no guest needs help, the view stays until the admin leaves it.
    desk.guests = desk.guests.filter((each) => each.stuck === null);
    await page.getByText('Nobody needs help right now').waitFor();
    await isSelected(page, /^Needs help 0$/);

    await page.getByRole('tab', { name: /^Needs help/ }).focus();
    await page.keyboard.press('ArrowRight');
    await isSelected(page, /^Here now/);
    await page.waitForURL('**/admin/guest-activity?view=here');
    await page.keyboard.press('End');
    await page.getByLabel('Search guests').fill('HALT');
    await page.waitForURL('**/admin/guest-activity?view=all&q=HALT');
    await guestRow(desk, DONE).waitFor({ state: 'detached' });
    await page.reload();
    await guestRow(desk, HALTED).waitFor();
    expect(await tagsIn(desk)).toEqual([HALTED]);
    await page.getByLabel('Search guests').fill('nobody like this');
    await page.getByText('No guest matches your search').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).first().click();
    await guestRow(desk, DONE).waitFor();
  });

  test('Without guests who need help the online guests are shown, and an empty view explains itself', async () => {
    const { page } = await openDesk([]);
    await isSelected(page, /^Here now 0$/);
    await page.getByText('Nobody is here right now').waitFor();
    for (const [tab, empty] of [
      [/^Needs help/, 'Nobody needs help right now'],
      [/^Verified/, 'Nobody has been verified in the last 24 hours'],
      [/^All/, 'No guests in the last 24 hours'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByText(empty).waitFor();
    }
    await expectAccessible(page, 'an empty view');
  });

  test('A list that cannot be loaded says so and can be retried', async () => {
    const desk = await openDesk(everyKind(), '/admin');
    // Fails until it was retried: the page retries by itself as well.
    let isDown = true;
    const refusal = { status: 429, json: { error: 'too_many_requests', message: 'Please wait a moment.' } };
    await desk.page.route(/\/api\/admin\/guests\?.*view=here/, (route) =>
      isDown ? route.fulfill(refusal) : route.fallback(),
    );
    await desk.page.goto('/admin/guest-activity?view=here');
    const live = desk.page.getByRole('region', { name: 'Live guests' });
    await live.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    isDown = false;
    await guestRow(desk, DONE).waitFor();
  });
});

describe('A row', () => {
  test('A row shows outcome, presence, time left, why the guest is stuck and who is helping', async () => {
    const guests = everyKind();
    const made = Date.now();
    const desk = await openDesk(guests, '/admin/guest-activity?view=all');
    // Fixes the clock, so that the times left do not depend on how long drawing took.
    await desk.page.clock.setFixedTime(made);
    const shows = async (tag: string, ...words: (string | RegExp)[]) => {
      for (const text of words) await guestRow(desk, tag).getByText(text).first().waitFor();
    };
    await shows(
      ASKED,
      `Asked for help: ${HELP_WORDS.no_mail}`,
      'm•••@e•••.com',
      '203.0.113.7 · Berlin, Germany',
      'ann is helping',
      /^2:(?:0\d|10) left$/,
      'Code prompt · delivered',
    );
    await shows(FAILED, 'Email not delivered', 'Email rejected', /mailbox does not exist/);
    await shows(
      EXPIRED,
      'Away for 2 min, probably looking for the email',
      'Code expired',
      'Move to email entry · withdrawn before delivery',
    );
    await shows(SLOW, 'Three minutes on one step', 'No email address yet');
    await shows(DONE, 'Email Entry Page', 'Verified', 'accepted');
    await shows(REFUSED, 'Code Processing Complete', 'Wrong code', /[01]:\d\d left, 1 try left/);
    await shows('LEFT', 'Left 10 min ago');
    await shows(HALTED, 'Chose “Somebody told me to come here”');
    expect(await guestRow(desk, HALTED).getByRole('button').count()).toBe(1);
    expect(await guestRow(desk, REFUSED).getByText('Verified').count()).toBe(0);
  });

  test('A button acts on the guest of its own row', async () => {
    const desk = await openDesk([guest('one1'), guest('two2')]);
    const second = guestRow(desk, 'TWO2');
    await second.getByRole('button', { name: 'Prompt Guest TWO2 m•••@e•••.com (203.0.113.7)' }).click();
    await seeToast(desk.page, 'Code Prompt Sent', 'Guest will see the verification code prompt on their screen.');
    await second.getByRole('button', { name: /^To Entry/ }).click();
    await seeToast(desk.page, 'Guest Redirect Created', 'The guest is here and is being moved now.');
    await sendFromMenu(second, 'Resend code');
    await seeToast(desk.page, 'Code Resent');
    const target = { guestId: 'two2', guestIp: '203.0.113.7' };
    expect(desk.asked).toEqual([
      ['POST /api/admin/guest-prompt', { ...target, prompt: 'code' }],
      ['POST /api/admin/redirects', expect.objectContaining({ ...target, destinationPath: '/user/email-entry' })],
      ['POST /api/admin/guests/two2/resend', { stepIn: false }],
    ]);
  });

  test('A disabled action can be focused, says why and does nothing', async () => {
    const desk = await openDesk(everyKind(), '/admin/guest-activity?view=all');
    const toVerify = guestRow(desk, SLOW).getByRole('button', {
      name: `To Verify: Move Guest ${SLOW} (192.0.2.77) to verify code`,
    });
    expect(await toVerify.getAttribute('aria-disabled')).toBe('true');
    const reason = 'The guest has not entered an email address yet';
    expect(
      await toVerify.evaluate(
        (button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
      ),
    ).toBe(reason);
    await toVerify.focus();
    await desk.page.keyboard.press('Enter');
    await seeToast(desk.page, 'Not possible right now', reason);
    expect(desk.asked).toEqual([]);
  });

  test('A verified guest is sent to the exit at once, any other guest after a question', async () => {
    const desk = await openDesk(everyKind(), '/admin/guest-activity?view=all');
    await guestRow(desk, DONE)
      .getByRole('button', { name: `Exit: Send Guest ${DONE}` })
      .click();
    await seeToast(desk.page, 'Guest Redirect Created', 'The guest is here and is being sent to the exit now.');
    await sendFromMenu(guestRow(desk, REFUSED), 'Exit');
    const question = desk.page.getByRole('alertdialog', { name: 'Send this guest to the exit?' });
    await question.getByText(/Guest REFU .* has not confirmed an email address \(wrong code\)/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(desk.asked).toHaveLength(1);
    await sendFromMenu(guestRow(desk, REFUSED), 'Exit');
    await question.getByRole('button', { name: 'Send to the exit' }).click();
    await until('the exit was requested', () => desk.asked.length === 2);
    expect(desk.asked.map(([, body]) => body)).toEqual([
      expect.objectContaining({ guestId: 'done', exit: true }),
      expect.objectContaining({ guestId: 'refused', exit: true }),
    ]);
  });
});

test('A confirmation stays open while its guest leaves the view', async () => {
  const desk = await openDesk([guest('gone', { ...stuck('code_expired'), page: 'Code Processing Complete' })]);
  await sendFromMenu(guestRow(desk, 'GONE'), 'Exit');
  const question = desk.page.getByRole('alertdialog', { name: 'Send this guest to the exit?' });
  desk.guests = [];
  await desk.page.getByText('Nobody needs help right now').waitFor();
  await question.getByRole('button', { name: 'Send to the exit' }).click();
  await seeToast(desk.page, 'Guest Redirect Created');
  expect(desk.asked.map(([, body]) => body)).toEqual([expect.objectContaining({ guestId: 'gone', exit: true })]);
});

describe('The helper of a guest', () => {
  test('Another helper is named, and stepping in needs a confirmation', async () => {
    const desk = await openDesk(everyKind());
    await guestRow(desk, ASKED)
      .getByRole('button', { name: `Prompt Guest ${ASKED}` })
      .click();
    const question = desk.page.getByRole('alertdialog', { name: 'Take over from ann?' });
    await expectAccessible(desk.page, 'the question before stepping in');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(desk.asked).toEqual([]);
    await guestRow(desk, ASKED)
      .getByRole('button', { name: `Prompt Guest ${ASKED}` })
      .click();
    await question.getByRole('button', { name: 'Take over' }).click();
    await seeToast(desk.page, 'Code Prompt Sent');
    expect(desk.asked[0]?.[1]).toMatchObject({ guestId: 'asked', stepIn: true });
  });

  test('Stepping in needs a confirmation too when only the server knows the other helper', async () => {
    const desk = await openDesk([guest('alone', stuck('code_expired'))]);
    const button = guestRow(desk, 'ALON').getByRole('button', { name: 'Resend code to Guest ALON' });
    await button.waitFor();
    desk.refuse = {
      status: 409,
      body: { error: 'assigned_to_other', message: 'Ben is helping this guest' },
      guests: [guest('alone', { ...stuck('code_expired'), helper: { id: 'b', name: 'ben' } })],
    };
    await button.click();
    await desk.page
      .getByRole('alertdialog', { name: /^Take over from ben\?$/ })
      .getByRole('button', { name: 'Take over' })
      .click();
    await seeToast(desk.page, 'Code Resent');
    expect(desk.asked.map(([, body]) => body)).toEqual([{ stepIn: false }, { stepIn: true }]);
  });

  test('A helper says when they are done', async () => {
    const desk = await openDesk([guest('mine', stuck('code_expired'))]);
    await guestRow(desk, 'MINE').waitFor();
    const { id } = await desk.page.evaluate(() => fetch('/api/auth/user').then((answer) => answer.json()));
    desk.guests = [guest('mine', { ...stuck('code_expired'), helper: { id, name: 'admin' } })];
    await desk.page.getByText('You are helping').waitFor();
    await desk.page.getByRole('button', { name: 'Done with Guest MINE' }).click();
    await until('the request was sent', () => desk.asked.length === 1);
    expect(desk.asked).toEqual([['DELETE /api/admin/guests/mine/claim', null]]);
  });
});

test('The panel of a guest has an address, shows the timeline and offers the next step', async () => {
  const desk = await openDesk(everyKind());
  const { page } = desk;
  await page.getByRole('button', { name: `Details of Guest ${EXPIRED}` }).click();
  await page.waitForURL('**/admin/guest-activity?guest=expired');
  const panel = page.getByRole('dialog', { name: 'Guest' });
  await panel.getByText('Wrong code').waitFor();
  await panel.getByText('2 times').waitFor();
  await panel.getByText(HELP_WORDS.no_mail).waitFor();
  await panel.getByText(/^seen at/).waitFor();
  await panel.getByText(/^withdrawn before delivery at/).waitFor();
  await expectAccessible(page, 'the panel of a guest');
  await panel.getByRole('button', { name: 'Resend code', exact: true }).click();
  await seeToast(page, 'Code Resent');
  await panel.getByRole('button', { name: 'Assign to me' }).click();
  await until('both requests were sent', () => desk.asked.length === 2);
  expect(desk.asked).toEqual([
    ['POST /api/admin/guests/expired/resend', { stepIn: false }],
    ['POST /api/admin/guests/expired/claim', { stepIn: false }],
  ]);
  await page.reload();
  await panel.getByText('2 times').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: `Details of Guest ${ASKED}` }).click();
  await panel.getByRole('button', { name: 'Resend code', exact: true }).click();
  await page
    .getByRole('alertdialog', { name: 'Take over from ann?' })
    .getByRole('button', { name: 'Take over' })
    .click();
  await until('the request was sent', () => desk.asked.length === 3);
  expect(desk.asked[2]).toEqual(['POST /api/admin/guests/asked/resend', { stepIn: true }]);
  await panel.getByRole('heading', { name: 'Timeline' }).waitFor();
  await page.goto('/admin/guest-activity?guest=nobody');
  await panel.getByText('This guest is no longer known').waitFor();
});

describe('Guests who need help', () => {
  test('Guests are in the sidebar of every page but their own, those who need help first', async () => {
    const desk = await openDesk(everyKind(), '/admin');
    const { page } = desk;
    const panel = page.getByRole('region', { name: /^Guest Activity/ });
    await panel.getByText(`Asked for help: ${HELP_WORDS.no_mail}`).waitFor();
    await panel.getByText('ann is helping').waitFor();
    const links = await panel.getByRole('link', { name: /^Guest/ }).allTextContents();
    expect(links.map((link) => link.split(' ')[1])).toEqual([
      ASKED,
      FAILED,
      'UNTR',
      'MIST',
      EXPIRED,
      SLOW,
      DONE,
      REFUSED,
      HALTED,
    ]);
    await expectAccessible(page, 'the sidebar with those who need help');
    await panel.getByRole('link', { name: `Guest ${SLOW}` }).click();
    await page.getByRole('dialog', { name: 'Guest' }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  test('Each new guest in need is announced once by sound and notification, but not on page load', async () => {
    const desk = await openDesk(everyKind(), '/admin');
    const { page } = desk;
    await page.context().grantPermissions(['notifications']);
    await page.addInitScript(() => {
      const shown: string[] = [];
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (...when) {
        shown.push('a tone');
        start.apply(this, when);
      };
      Object.assign(window, { shown });
      window.Notification = class {
        static permission = 'granted';
        static requestPermission = async () => 'granted';
        constructor(title: string, { body }: NotificationOptions) {
          shown.push(`${title}: ${body}`);
        }
      } as unknown as typeof Notification;
    });
    await page.goto('/admin/guest-activity');
    for (const name of ['Sound when action is needed', 'Desktop notification when action is needed']) {
      await page.getByRole('button', { name, pressed: false }).click();
      await page.getByRole('button', { name, pressed: true }).waitFor();
    }
    await page.reload();
    await guestRow(desk, ASKED).waitFor();
    // Browsers play no sound in a page without a user gesture.
    await page.getByRole('heading', { name: 'Live guests' }).click();
    desk.guests = [guest('new1', { ...stuck('codes_refused'), ipAddress: '192.0.2.90' }), ...desk.guests];
    const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown);
    await until('the notification is shown and heard', async () => (await shown()).length >= 3);
    const news = 'Guest NEW1 m•••@e•••.com (192.0.2.90) needs help: Two wrong codes';
    await page.getByText(news).waitFor({ state: 'attached' });
    await guestRow(desk, 'NEW1').waitFor();
    expect((await shown()).sort()).toEqual([news, 'a tone', 'a tone']);
  });
});

describe('On a phone', () => {
  test('Buttons are big enough for thumbs, and Exit is in a menu', async () => {
    const desk = await openDesk(everyKind(), '/admin/guest-activity?view=all');
    const { page } = desk;
    await page.setViewportSize({ width: 390, height: 844 });
    const row = guestRow(desk, REFUSED);
    await row.getByRole('button', { name: /^More for/ }).waitFor();
    for (const name of [/^Prompt/, /^To Entry/, /^Assign to me/, /^More for/]) {
      const box = await row.getByRole('button', { name }).boundingBox();
      expect(box?.height, String(name)).toBeGreaterThanOrEqual(40);
      expect(box?.width, String(name)).toBeGreaterThanOrEqual(40);
    }
    expect(await row.getByRole('button', { name: /^Exit/ }).count()).toBe(0);
    await sendFromMenu(row, 'Exit');
    await page.getByRole('alertdialog', { name: 'Send this guest to the exit?' }).waitFor();
  });

  test('Everything is readable, light and dark', async () => {
    const desk = await openDesk(everyKind(), '/admin/guest-activity?view=all');
    const { page } = desk;
    await guestRow(desk, 'LEFT').waitFor();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await expectAccessible(page, `live guests, ${width} px`);
      await expectToFit(page, 'live guests');
    }
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expectAccessible(page, 'live guests, dark', ['color-contrast']);
    await page.getByRole('button', { name: `Details of Guest ${ASKED}` }).click();
    await page.getByRole('dialog', { name: 'Guest' }).getByText('2 times').waitFor();
    await expectAccessible(page, 'the panel, dark', ['color-contrast']);
  });
});

describe('An entry of the guest log', () => {
  const log = (page: Page) => page.getByRole('region', { name: 'Guest log' });
  const openLog = async (guests: Parameters<typeof openDesk>[0], mark: GuestLog['guest'] = null) => {
    const desk = await openDesk(guests);
    await desk.page.route(/\/api\/admin\/guest-logs/, (route) =>
      route.fulfill({
        json: [
          {
            id: 'l1',
            userId: 'guest_203_0_113_7',
            guest: mark,
            action: 'page_view',
            page: 'Verify Code Page',
            ipAddress: '203.0.113.7',
            location: 'Berlin, Germany',
            userAgent: 'Chrome',
            device: 'Chrome on Android',
            createdAt: new Date().toISOString(),
          },
        ],
      }),
    );
    await desk.page.reload();
    await log(desk.page).getByText('203.0.113.7').first().waitFor();
    return desk;
  };
  const prompt = ({ page }: Desk) => log(page).getByRole('button', { name: /^Prompt Guest/ });

  test('A prompt from the log goes to the only guest of the address', async () => {
    const desk = await openLog([guest('only')]);
    await prompt(desk).click();
    await seeToast(desk.page, 'Code Prompt Sent');
    expect(desk.asked[0]?.[1]).toEqual({ guestId: 'only', guestIp: '203.0.113.7', prompt: 'code' });
  });

  test('A prompt from the log goes to the guest of the entry, never to others of the address', async () => {
    const mark = { tag: 'TWO2', email: null };
    const desk = await openLog([guest('one1'), guest('two2')], mark);
    await prompt(desk).click();
    await seeToast(desk.page, 'Code Prompt Sent');
    desk.guests = [guest('one1')];
    await prompt(desk).click();
    await seeToast(desk.page, 'Not possible right now', 'This guest is no longer known');
    expect(desk.asked.map(([, body]) => body)).toEqual([{ guestId: 'two2', guestIp: '203.0.113.7', prompt: 'code' }]);
  });

  test('A prompt for a code is not possible once the guest is back on the email page', async () => {
    const desk = await openLog([guest('back', { page: 'Email Entry Page' })]);
    await prompt(desk).click();
    await seeToast(desk.page, 'Not possible right now', 'The guest is not on the code page');
    expect(desk.asked).toEqual([]);
  });

  test('The admin chooses between several guests of the address', async () => {
    const desk = await openLog([
      guest('one1'),
      guest('two2', { device: 'Safari on iPhone' }),
      guest('back', { page: 'Email Entry Page' }),
    ]);
    await prompt(desk).click();
    const choice = desk.page.getByRole('dialog', { name: 'Prompt: which guest?' });
    await expectAccessible(desk.page, 'the choice of a guest');
    await choice.getByRole('button', { name: /^BACK.*The guest is not on the code page$/, disabled: true }).waitFor();
    await choice.getByRole('button', { name: /^TWO2/ }).click();
    await seeToast(desk.page, 'Code Prompt Sent');
    expect(desk.asked.map(([, body]) => body)).toEqual([{ guestId: 'two2', guestIp: '203.0.113.7', prompt: 'code' }]);
  });

  test('A prompt goes to the whole address if no guest of it is known', async () => {
    const desk = await openLog([]);
    await prompt(desk).click();
    await seeToast(desk.page, 'Code Prompt Sent');
    expect(desk.asked[0]?.[1]).toEqual({ guestIp: '203.0.113.7', prompt: 'code' });
  });
});
