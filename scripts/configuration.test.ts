import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../server/config.ts';
import { VARIABLES } from '../server/config-variables.ts';
import { configurationPage, PAGE } from './configuration.ts';

test('docs/CONFIGURATION.md is up to date: npm run configuration prints it', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(configurationPage());
});

test('The server reads every variable of the table', () => {
  const read = new Set<string>();
  const values: Record<string, string> = {
    GATE: 'open',
    CAPTCHA: 'turnstile',
    CAPTCHA_SITE_KEY: 'a',
    CAPTCHA_SECRET: 'b',
    OUTCOME_WEBHOOK_URL: 'https://hooks.example',
    OUTCOME_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}`,
    EVENTS_WEBHOOK_URL: 'https://hooks.example',
    EVENTS_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}`,
  };
  readConfig(
    new Proxy(values, {
      get(target, name) {
        read.add(String(name));
        return target[String(name)];
      },
    }),
  );
  expect(Object.keys(VARIABLES).filter((name) => !read.has(name))).toEqual([]);
});
