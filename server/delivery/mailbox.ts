import { mkdirSync, readdirSync, readFileSync, unlinkSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { newId } from '../db/ids.ts';
import type { Mail, SendMail } from './mail.ts';

export interface KeptMail extends Mail {
  readonly id: string;
  readonly recipient: string;
  readonly receivedAt: number;
}

const KEPT_MAX = 100;

/** Where mail goes while there is no mail server: files in the data directory. Never in production. */
export class Mailbox {
  readonly #dir: string;
  readonly #clock: Clock;

  constructor(dataDir: string, clock: Clock) {
    this.#dir = join(dataDir, 'mailbox');
    this.#clock = clock;
    mkdirSync(this.#dir, { recursive: true });
  }

  readonly send: SendMail = async (recipient, mail) => {
    const receivedAt = this.#clock.now();
    const kept: KeptMail = { id: newId(receivedAt), recipient, receivedAt, ...mail };
    const draft = join(this.#dir, `${kept.id}.draft`);
    // Written aside: a full disk or a kill leaves half a file, and nobody could read the mailbox with one in it.
    await writeFile(draft, JSON.stringify(kept), { mode: 0o600 }).catch(async (error) => {
      await rm(draft, { force: true });
      throw error;
    });
    await rename(draft, join(this.#dir, `${kept.id}.json`));
    for (const name of this.#names().slice(KEPT_MAX)) unlinkSync(join(this.#dir, name));
  };

  /** Newest first. */
  list(): KeptMail[] {
    return this.#names().map((name) => JSON.parse(readFileSync(join(this.#dir, name), 'utf8')));
  }

  find(id: string): KeptMail | undefined {
    return this.list().find((mail) => mail.id === id);
  }

  #names(): string[] {
    return readdirSync(this.#dir)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse();
  }
}
