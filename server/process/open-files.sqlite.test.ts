import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { runCommand } from '../../tests/support/command.ts';
import { newDatabase } from '../../tests/support/database.ts';
import { until } from '../../tests/support/process.ts';

/** The first start of a server that may open 1,024 files. */
async function startWithFewFiles(more: Record<string, string>) {
  const database = await newDatabase();
  onTestFinished(() => database.remove());
  const env = { PATH: process.env.PATH ?? '', PORT: String(await freePort()), ...database.env, ...more };
  const command = `ulimit -n 1024; exec "${process.execPath}" server/main.ts`;
  const child = spawn('/bin/sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await until('the server is running', () => /Gatehouse is running at(?:.*\n)+\n/.test(output));
  return { env, lines: output.split('\n').filter((line) => line.includes('open files')) };
}

test('In production, a start with a low limit of open files says in words what to do, and so does the doctor', async () => {
  const { env, lines } = await startWithFewFiles({
    NODE_ENV: 'production',
    METRICS_PORT: String(await freePort()),
  });
  const words = /The system allows 1024 open files, but \d+ may be needed: raise the limit \(LimitNOFILE=/;
  expect(lines).toEqual([expect.stringMatching(words)]);
  expect(lines[0]).not.toContain('{');
  const { stdout } = await runCommand('doctor', ['--json'], env);
  const { findings } = JSON.parse(stdout) as { findings: { id: string; level: string; text: string }[] };
  expect(findings.find(({ id }) => id === 'open-files')).toMatchObject({
    level: 'warning',
    text: expect.stringMatching(words),
  });
});

test('On a machine for trying out, a low limit of open files is not mentioned', async () => {
  expect((await startWithFewFiles({})).lines).toEqual([]);
});
