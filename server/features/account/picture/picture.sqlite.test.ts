import { describe, expect, test } from 'vitest';
import { problems } from '../../../../messages/en.ts';
import { attemptSignIn, createAccount, signedIn } from '../../../../tests/support/accounts.ts';
import { ADMIN, startApp, type TestApp } from '../../../../tests/support/app.ts';
import type { HttpClient } from '../../../../tests/support/http-client.ts';
import { smallJpeg } from '../../../../tests/support/jpeg.ts';
import { type Count, countOf } from '../../../limits/limit.ts';
import { LIMITS } from '../../../limits/limits.ts';

const upload = (client: HttpClient, picture: Buffer) =>
  client.request({ method: 'PUT', url: '/api/user/picture', payload: { picture: picture.toString('base64') } });

async function withPicture() {
  const app = await startApp();
  const mira = await signedIn(app, await createAccount(app, { username: 'mira' }));
  const answer = await upload(mira, smallJpeg({ metadata: 'Exif: taken at home' }));
  expect(answer.statusCode).toBe(200);
  const { profileImageUrl: url } = answer.json() as { profileImageUrl: string };
  return { app, mira, url };
}

describe('A picture of a user', () => {
  test('A picture is shown to its owner and to staff who see users, without its metadata', async () => {
    const { app, mira, url } = await withPicture();
    expect((await mira.get('/api/auth/user')).json()).toMatchObject({ profileImageUrl: url });
    const admin = await signedIn(app, ADMIN);
    for (const client of [mira, admin]) {
      const { statusCode, headers, rawPayload } = await client.get(url);
      expect([statusCode, headers['content-type'], headers['x-content-type-options']]).toEqual([
        200,
        'image/jpeg',
        'nosniff',
      ]);
      expect(rawPayload).toEqual(smallJpeg());
    }
    expect((await admin.get('/api/admin/users?q=mira')).json()).toMatchObject([{ profileImageUrl: url }]);
  });

  test('A picture is hidden from other users, helpers and guests', async () => {
    const { app, url } = await withPicture();
    for (const role of ['user', 'helper'] as const) {
      const other = await signedIn(app, await createAccount(app, { username: `other-${role}`, role }));
      expect((await other.get(url)).statusCode).toBe(404);
    }
    expect((await app.client().get(url)).statusCode).toBe(401);
  });

  test('A new picture has a new URL, and a removed one is gone', async () => {
    const { mira, url } = await withPicture();
    const next = (await upload(mira, smallJpeg({ side: 128 }))).json() as { profileImageUrl: string };
    expect(next.profileImageUrl).not.toBe(url);
    await mira.request({ method: 'DELETE', url: '/api/user/picture' });
    expect((await mira.get(next.profileImageUrl)).statusCode).toBe(404);
    expect((await mira.get('/api/auth/user')).json()).toMatchObject({ profileImageUrl: null });
  });

  test.each([
    ['another kind of file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a picture of 5,000 pixels', smallJpeg({ side: 5_000 })],
    ['a cut file', smallJpeg().subarray(0, 30)],
  ])('A picture is rejected if it is %s', async (_, file) => {
    const { mira, url } = await withPicture();
    const answer = await upload(mira, file);
    expect([answer.statusCode, answer.json().message]).toEqual([400, problems.notAPicture]);
    expect((await mira.get(url)).statusCode).toBe(200);
  });

  test('A picture is rejected above 64 kB', async () => {
    const { mira } = await withPicture();
    expect((await upload(mira, smallJpeg({ filler: 64 * 1024 }))).statusCode).toBe(400);
    expect((await upload(mira, smallJpeg({ filler: 100 * 1024 }))).statusCode).toBe(413);
  });
});

describe('Pictures of many accounts', () => {
  const ownerAt = async (app: TestApp, username: string, ip: string) => {
    await createAccount(app, { username });
    const client = app.client({ ip });
    expect((await attemptSignIn(app, client, { username })).statusCode).toBe(200);
    return client;
  };

  const leaveOne = ({ db, clock }: TestApp, { key, most, seconds }: Count) => {
    const [at, count] = [clock.now(), most - 1];
    const row = { key, most, count, resets_at: at + seconds * 1000, passed: String(at).repeat(count) };
    return db.insertInto('limit_counts').values(row).execute();
  };

  test('are at most 100 a day from one network', async () => {
    const app = await startApp();
    const [ann, ben, eve] = [
      await ownerAt(app, 'ann', '203.0.113.1'),
      await ownerAt(app, 'ben', '203.0.113.1'),
      await ownerAt(app, 'eve', '198.51.100.1'),
    ];
    await leaveOne(app, countOf(LIMITS.picturesOfNetwork, '203.0.113.1'));
    expect((await upload(ann, smallJpeg())).statusCode).toBe(200);
    const refused = await upload(ben, smallJpeg());
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 80_000]).toEqual([429, true]);
    expect((await upload(eve, smallJpeg())).statusCode).toBe(200);
  });

  test('are at most 1,000 a day from everywhere', async () => {
    const app = await startApp();
    const [ann, ben] = [await ownerAt(app, 'ann', '203.0.113.1'), await ownerAt(app, 'ben', '198.51.100.1')];
    await leaveOne(app, countOf(LIMITS.pictures));
    expect((await upload(ann, smallJpeg())).statusCode).toBe(200);
    expect((await upload(ben, smallJpeg())).statusCode).toBe(429);
    expect((await ben.get('/api/auth/user')).json()).toMatchObject({ profileImageUrl: null });
  });
});
