import { auditCommand } from '../../cli/audit.ts';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { StartError } from '../../server/start-error.ts';
import { TEST_KEY } from './app.ts';
import type { TestDatabase } from './database.ts';

const log = createLog('silent');

/** `npm run audit -- verify`: what it prints, whether it finds something or not. */
export async function verify(
  { env }: TestDatabase,
  { args = [], SECRET_KEY = TEST_KEY }: { args?: string[]; SECRET_KEY?: string } = {},
): Promise<string> {
  try {
    return await auditCommand(['verify', ...args], readConfig({ ...env, SECRET_KEY }), log);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

export const WHOLE = /^The trail of what staff did is whole: /;

/** Of what was found, the place and what is wrong there. */
export const found = (text: string) =>
  [...text.matchAll(/^(?:Position (\d+)|No position), (\w+): /gm)].map(([, position, wrong]) => [
    position === undefined ? null : Number(position),
    wrong,
  ]);
