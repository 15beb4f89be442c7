import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { newDatabase } from '../../../tests/support/database.ts';
import { until } from '../../../tests/support/process.ts';
import { visitorAt } from '../../visitor/visitor.ts';

const admin = { userId: 'the-admin', visitor: visitorAt('127.0.0.1', 'Firefox') };
const IP = '192.0.2.7';
const promptOf = async (app: TestApp, ip = IP) => (await app.client({ ip }).get('/api/guest/check-prompt')).json();

describe('a prompt', () => {
  test('is one of the two messages of the settings, shown until it is cleared', async () => {
    const app = await startApp();
    expect(await promptOf(app)).toEqual({ showPrompt: false, message: null });
    await app.prompts.send(IP, 'email', admin);
    expect(await promptOf(app)).toEqual({ showPrompt: true, message: 'Please enter your email' });
    await app.prompts.send(IP, 'code', admin);
    expect(await promptOf(app)).toEqual({ showPrompt: true, message: 'Please enter your verification code again' });
    expect(await promptOf(app, '192.0.2.8')).toEqual({ showPrompt: false, message: null });
    expect((await app.client({ ip: IP }).post('/api/guest/clear-prompt')).json()).toEqual({ success: true });
    expect(await promptOf(app)).toEqual({ showPrompt: false, message: null });
  });

  test('survives a restart and leaves a trace with the admin', async () => {
    const app = await startApp();
    await app.prompts.send(IP, 'code', admin);
    await app.close();
    const again = await startApp({ database: app.database });
    expect((await promptOf(again)).showPrompt).toBe(true);
    const [entry] = await again.db.selectFrom('activity').selectAll().execute();
    expect(entry).toMatchObject({
      user_id: 'the-admin',
      action: 'admin_redirect',
      details: `{"change":"prompt","prompt":"code","guest":"${IP}"}`,
    });
  });
});

if (inject('database') === 'postgres') {
  test('two processes agree', async () => {
    const database = await newDatabase();
    onTestFinished(() => database.remove());
    const [one, two] = [await startApp({ database }), await startApp({ database })];
    await one.prompts.send(IP, 'email', admin);
    await until('the other process shows it', async () => (await promptOf(two)).showPrompt);
    await two.client({ ip: IP }).post('/api/guest/clear-prompt');
    await until('it is cleared on both', async () => !(await promptOf(one)).showPrompt);
  });
}
