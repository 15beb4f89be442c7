import { mkdirSync, readdirSync, readFileSync, unlinkSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { newId } from '../db/ids.ts';
import { PermanentFailure } from './job.ts';
import type { Mail, SendMail } from './mail.ts';

export interface KeptMail extends Mail {
  readonly id: string;
  readonly recipient: string;
  readonly receivedAt: number;
}

const KEPT_MAX = 100;
/** A domain that never exists (RFC 2606), to let developers see a rejected email. */
const NOWHERE = /\.invalid$/i;

export type Mailbox = ReturnType<typeof openMailbox>;

export function openMailbox(dataDir: string, clock: Clock) {
  const dir = join(dataDir, 'mailbox');
  mkdirSync(dir, { recursive: true });
  const newestFirst = () =>
    readdirSync(dir)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse();
  const list = (): KeptMail[] => newestFirst().map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')));

  const send: SendMail = async (recipient, mail) => {
    if (NOWHERE.test(recipient)) throw new PermanentFailure('550 5.1.2 There is no such host');
    const receivedAt = clock.now();
    const kept: KeptMail = { id: newId(receivedAt), recipient, receivedAt, ...mail };
    const draft = join(dir, `${kept.id}.draft`);
    // Write, then rename: a full disk or a kill could leave half a file.
    await writeFile(draft, JSON.stringify(kept), { mode: 0o600 }).catch(async (error) => {
      await rm(draft, { force: true });
      throw error;
    });
    await rename(draft, join(dir, `${kept.id}.json`));
    for (const name of newestFirst().slice(KEPT_MAX)) unlinkSync(join(dir, name));
  };

  const forget = (isTheirs: (recipient: string) => boolean): void => {
    for (const { id, recipient } of list()) if (isTheirs(recipient)) unlinkSync(join(dir, `${id}.json`));
  };

  return { send, list, forget, find: (id: string) => list().find((mail) => mail.id === id) };
}
