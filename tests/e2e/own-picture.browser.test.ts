import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PICTURE_FILE_BYTES_MAX, PICTURE_SIDE } from '../../contract/account/picture.rules.ts';
import { problems } from '../../messages/en.ts';
import { createAccount, PASSWORD } from '../support/accounts.ts';
import { ADMIN } from '../support/app.ts';
import { expectAccessible, openPortal, type Portal, seeToast, signedInPage } from '../support/browser.ts';
import { detail } from '../support/detail.ts';
import { until } from '../support/process.ts';

const MIRA = { username: 'mira', password: PASSWORD };

async function accountOf(portal: Portal, credentials: typeof MIRA): Promise<Page> {
  const page = await signedInPage(portal, credentials);
  await page.goto('/user/email-entry');
  await page.getByRole('button', { name: 'Add picture' }).waitFor();
  return page;
}

async function choose(page: Page, button: 'Add picture' | 'Change picture', file: Buffer) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: file });
}

/** A real picture, wider than high. */
const somePicture = (page: Page, width = 300) => page.screenshot({ clip: { x: 0, y: 0, width, height: 200 } });

const pictureIn = (place: Page | Locator) => place.locator('img[src^="/api/users/"]');

async function untilShown(place: Page | Locator): Promise<void> {
  const picture = pictureIn(place).first();
  await picture.waitFor();
  const side = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await until('the picture is loaded', async () => (await side()) === PICTURE_SIDE);
}

describe('The own picture', () => {
  test('A user adds, replaces and removes a picture', async () => {
    const portal = await openPortal();
    await createAccount(portal.app, { firstName: 'Mira', lastName: 'Kolb' });
    const page = await accountOf(portal, MIRA);
    await page.getByText('MK', { exact: true }).waitFor();
    await choose(page, 'Add picture', await somePicture(page));
    await seeToast(page, 'Picture saved');
    await untilShown(page);
    expect(await page.getByText('MK', { exact: true }).count()).toBe(0);
    await expectAccessible(page, 'the account page with a picture');

    const first = await pictureIn(page).getAttribute('src');
    await choose(page, 'Change picture', await somePicture(page, 500));
    await seeToast(page, 'Picture saved');
    await until('another picture is shown', async () => (await pictureIn(page).getAttribute('src')) !== first);
    await untilShown(page);

    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await seeToast(page, 'Picture removed');
    await page.getByText('MK', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add picture' }).waitFor();
  });

  detail('A file that is too large is refused with a reason', async () => {
    const portal = await openPortal();
    await createAccount(portal.app);
    const page = await accountOf(portal, MIRA);
    // Made in the page: it takes long to send one there.
    await page.getByLabel('Picture', { exact: true }).evaluate((input: HTMLInputElement, bytes) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([new Uint8Array(bytes)], 'me.png'));
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }, PICTURE_FILE_BYTES_MAX + 1);
    await seeToast(page, 'Picture not saved', problems.pictureFileTooLarge);
  });

  detail('A file that is not a picture is refused with a reason, and the picture stays', async () => {
    const portal = await openPortal();
    await createAccount(portal.app);
    const page = await accountOf(portal, MIRA);
    await choose(page, 'Add picture', await somePicture(page));
    await seeToast(page, 'Picture saved');
    await choose(page, 'Change picture', Buffer.from('some words'));
    await seeToast(page, 'Picture not saved', problems.notAPicture);
    await untilShown(page);
  });
});

detail('In the header, the list of users and the details panel a picture replaces the initials', async () => {
  const portal = await openPortal();
  const page = await accountOf(portal, ADMIN);
  await choose(page, 'Add picture', await somePicture(page));
  await seeToast(page, 'Picture saved');
  await page.goto('/admin/users');
  await untilShown(page.getByRole('banner'));
  const row = page.getByRole('row').filter({ hasText: ADMIN.username });
  await untilShown(row);
  await row.getByRole('link', { name: ADMIN.username }).first().click();
  await untilShown(page.getByRole('dialog', { name: 'User Information' }));
});
