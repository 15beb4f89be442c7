import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { signedIn } from '../../../../tests/support/accounts.ts';
import { makeKey, WITH_KEYS } from '../../../../tests/support/api-key.ts';
import { ADMIN, listening, startApp } from '../../../../tests/support/app.ts';
import { documentedProgram } from '../../../../tests/support/relying-site.ts';
import { insertVerified, verifiedRow } from '../../../../tests/support/verified.ts';

test('The documented client copies every confirmed address, page by page', async () => {
  const app = await startApp({ env: WITH_KEYS });
  await insertVerified(
    app,
    Array.from({ length: 1_200 }, (_, index) => verifiedRow(`guest-${index}`, { verified_at: index })),
  );
  const { key } = await makeKey(app, await signedIn(app, ADMIN), { scopes: ['verified:read'] });
  const env = { PATH: process.env.PATH ?? '', PORTAL: `http://127.0.0.1:${await listening(app)}`, API_KEY: key };
  const run = (more: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', documentedProgram('client')], {
      env: { ...env, ...more },
    });
  const { stdout } = await run();
  expect(new Set(stdout.trim().split('\n')).size).toBe(1_200);
  await expect(run({ API_KEY: `${key}x` })).rejects.toThrow('This API key is wrong or has ended.');
});
