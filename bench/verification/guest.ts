import { setTimeout as pause } from 'node:timers/promises';
import type { GuestPage } from '../../contract/verification/verification.rules.ts';
import { FOR_PAGES, type Headers } from '../browser-of.ts';
import type { LeanClient } from '../lean-client.ts';
import { type Mails, monotonicMs } from '../mails.ts';
import { openRawSocket } from '../raw-socket.ts';
import type { Step } from './waits.ts';

/** Until a guest has typed the code. */
export const TYPES_FOR_MS = 1_000;
const MAIL_WITHIN_MS = 60_000;
const EMAIL_PAGE = '/api/guest/check-redirect /api/guest/check-prompt'.split(' ');
const CODE_PAGE = [...EMAIL_PAGE, '/api/guest/delivery'];

/** The processes behind the proxy, which take turns. */
export interface Portal {
  next(): { readonly port: number; readonly client: LeanClient };
  readonly mails: Mails;
}

export interface Guest {
  readonly headers: Headers;
  readonly email: string;
}

/** The requests of one guest's page, as Chromium sends them. */
class Page {
  readonly #portal: Portal;
  #headers: Headers;
  #polls = EMAIL_PAGE;
  #polling: Promise<void> | null = null;
  #isDue = false;
  #socket: Awaited<ReturnType<typeof openRawSocket>> | null = null;
  #isLeft = false;
  /** The first failure of a poll, which nobody waits for. */
  #failure: Error | null = null;

  constructor(portal: Portal, headers: Headers) {
    this.#portal = portal;
    this.#headers = headers;
  }

  async #ask(path: string, options: Parameters<LeanClient['ask']>[1] = {}): Promise<void> {
    const headers = { ...this.#headers, ...options.headers };
    const { status, cookie } = await this.#portal.next().client.ask(path, { ...options, headers });
    if (status !== 200) throw new Error(`${path} was answered with ${status}`);
    if (cookie !== '') this.#headers = { ...this.#headers, cookie };
  }

  readonly load = () => this.#ask('/', { headers: FOR_PAGES });
  readonly get = (path: string) => this.#ask(path);
  readonly post = (path: string, body: object) => this.#ask(path, { method: 'POST', body });
  readonly log = (page: GuestPage, email: string | null) => this.post('/api/guest/log-activity', { page, email });
  async openSocket(): Promise<void> {
    const { port } = this.#portal.next();
    this.#socket = await openRawSocket({ port, headers: this.#headers, onNews: () => this.#poll() });
    if (this.#isLeft) await this.#socket.close();
  }

  /** Whatever the page still waits for. */
  async leave(): Promise<void> {
    this.#isLeft = true;
    await this.#socket?.close();
  }

  /** What the page asks for now, and on every news from now on. One round at a time. */
  polls(paths: readonly string[]): Promise<void> {
    this.#polls = [...paths];
    return this.#poll();
  }

  #poll(): Promise<void> {
    this.#isDue = true;
    this.#polling ??= this.#pollWhileDue();
    return this.#polling;
  }

  async #pollWhileDue(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false;
      await Promise.all(this.#polls.map(this.get)).catch((error: Error) => {
        this.#failure ??= error;
      });
    }
    this.#polling = null;
  }

  async settled(): Promise<void> {
    await this.#polling;
    if (this.#failure !== null) throw this.#failure;
  }
}

/** An email that did not arrive. */
export class CodeLost extends Error {}

/** One whole verification. Every time is what the guest waits for. */
export async function verify(portal: Portal, guest: Guest, took: (step: Step, ms: number) => void): Promise<void> {
  const page = new Page(portal, guest.headers);
  const { email } = guest;
  const timed = async (step: Step, work: () => Promise<unknown>) => {
    const began = monotonicMs();
    await work();
    took(step, monotonicMs() - began);
  };

  try {
    await timed('page', async () => {
      await page.load();
      await Promise.all([
        page.openSocket(),
        page.polls(EMAIL_PAGE),
        page.log('Email Entry Page', null),
        page.get('/api/guest/help'),
      ]);
      await page.polls(EMAIL_PAGE);
    });

    const asked = monotonicMs();
    await Promise.all([
      page.post('/api/guest/submit-email', { email }),
      timed('ask', () => page.post('/api/user/send-verification-code', { email })),
    ]);
    const arriving = portal.mails.to(email, MAIL_WITHIN_MS);
    await Promise.all([page.get('/api/guest/state'), page.log('Verify Code Page', email), page.polls(CODE_PAGE)]);
    const mail = await arriving;
    if (mail === null) throw new CodeLost('an email did not arrive');
    took('mail', mail.at - asked);

    await pause(TYPES_FOR_MS);
    const entered = { email, code: mail.code };
    await timed('enter', async () => {
      await page.post('/api/guest/submit-code', entered);
      await page.post('/api/user/verify-code', entered);
    });
    await Promise.all([
      page.post('/api/guest/code-processed', { ...entered, success: true }),
      page.log('Code Processing Complete', email),
      page.get('/api/guest/state'),
      page.get('/api/guest/verification-check'),
    ]);
    await Promise.all([page.get('/api/guest/help'), page.polls(EMAIL_PAGE), page.log('Email Entry Page', null)]);
    await page.settled();
    await page.post('/api/guest/presence', { page: 'Email Entry Page', presence: 'left' });
  } finally {
    await page.leave();
  }
}
