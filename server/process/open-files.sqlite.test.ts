import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { newDatabase } from '../../tests/support/database.ts';
import { until } from '../../tests/support/process.ts';

test('A start with a low limit of open files warns once, in plain words', async () => {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  const env = { PATH: process.env.PATH ?? '', PORT: String(await freePort()), ...database.env };
  const command = `ulimit -n 1024; exec "${process.execPath}" server/main.ts`;
  const child = spawn('/bin/sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await until('it is said', () => output.includes('open files'));
  const lines = output.split('\n').filter((line) => line.includes('open files'));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] as string)).toMatchObject({
    level: 40,
    allowed: 1024,
    msg: expect.stringMatching(/^The system allows 1024 open files, but \d+ may be needed: raise the limit/),
  });
});
