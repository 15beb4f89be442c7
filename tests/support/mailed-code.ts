import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { HttpClient } from './http-client.ts';
import { until } from './process.ts';

interface Mail {
  readonly recipient: string;
  readonly text: string;
}

/** What is in the development mailbox. */
export function mailbox({ database }: Pick<TestApp, 'database'>): Mail[] {
  const dir = join(database.env.DATA_DIR, 'mailbox');
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.json')) : [];
  return names.sort().map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')));
}

export async function mailedCode(app: TestApp, client: HttpClient, email: string): Promise<string> {
  const codes = () =>
    mailbox(app).flatMap(({ recipient, text }) => (recipient === email && /#(\d{6})/.exec(text)?.[1]) || []);
  const before = codes().length;
  const asked = await client.post('/api/user/send-verification-code', { email });
  expect(asked.statusCode, asked.body).toBe(200);
  await until('the code is in the mailbox', () => codes().length > before);
  return codes().at(-1) as string;
}

export async function confirm(app: TestApp, client: HttpClient, email: string): Promise<void> {
  const code = await mailedCode(app, client, email);
  const answer = await client.post('/api/user/verify-code', { email, code });
  expect(answer.statusCode, answer.body).toBe(200);
}

export const deleteMyData = (client: HttpClient) => client.request({ method: 'DELETE', url: '/api/guest/my-data' });
