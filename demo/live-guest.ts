import { WebSocket } from 'ws';
import type { HelpReason } from '../contract/guests/help.rules.ts';
import { GUEST_SOCKET_PATH } from '../contract/live.ts';
import { EXIT_MESSAGE_SECONDS } from '../contract/redirects/redirects.rules.ts';
import { EMAIL_ENTRY_PATH, type GuestPage, PROCESSING_SECONDS } from '../contract/verification/verification.rules.ts';
import type { DemoClock } from './clock.ts';
import { GuestBrowser } from './guest-browser.ts';
import type { DevelopmentMailbox } from './mailbox.ts';

const SECOND = 1_000;
/** A fallback: the socket announces news. */
const ASK_EVERY_MS = 10 * SECOND;
const MAIL_WITHIN_MS = 60 * SECOND;
const OK = 200;

/** Thrown to end the guest's story at any point. */
export class HasLeft extends Error {}

export interface Surroundings {
  readonly url: string;
  readonly clock: DemoClock;
  readonly mailbox: DevelopmentMailbox;
  newEmail(host?: string): string;
}

interface LiveGuestOptions extends Surroundings {
  readonly ip: string;
  readonly userAgent: string;
}

export class LiveGuest {
  readonly #deps: LiveGuestOptions;
  readonly #browser: GuestBrowser;
  #socket: WebSocket | null = null;
  #wake: () => void = () => {};
  #hasNews = false;
  #isHidden = false;
  #email: string;
  #readMail: string | null = null;
  page: GuestPage = 'Email Entry Page';

  constructor(options: LiveGuestOptions) {
    this.#deps = options;
    this.#email = options.newEmail();
    this.#browser = new GuestBrowser(options);
  }

  async arrive(): Promise<void> {
    await this.#browser.get('/api/guest/state');
    await this.open('Email Entry Page');
    const { url } = this.#deps;
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}${GUEST_SOCKET_PATH}`, {
      headers: { ...this.#browser.headers, origin: url },
    });
    this.#socket.on('message', (data) => {
      if (!String(data).includes('news')) return;
      this.#hasNews = true;
      this.#wake();
    });
    // Ignored, because the page polls anyway.
    this.#socket.on('error', () => {});
  }

  async open(page: GuestPage): Promise<void> {
    this.page = page;
    await this.#done(this.#browser.open(page), `opening ${page}`);
  }

  /** Resolves to true as soon as the support team has sent something. */
  async stay(seconds: number): Promise<boolean> {
    const { clock } = this.#deps;
    const until = clock.now() + seconds * SECOND;
    while (clock.now() < until) {
      if (!this.#hasNews) await this.#rest(Math.min(ASK_EVERY_MS, until - clock.now()));
      this.#hasNews = false;
      if (!this.#isHidden && (await this.#hear())) return true;
    }
    return false;
  }

  /** A resent code counts as help. Resolves to false when the guest runs out of patience. */
  async waitForHelp(seconds: number): Promise<boolean> {
    const { clock } = this.#deps;
    const until = clock.now() + seconds * SECOND;
    while (clock.now() < until) {
      if (await this.stay(Math.min(20, (until - clock.now()) / SECOND))) return true;
      if (this.#readMail !== null && (await this.#newestMail())?.id !== this.#readMail) return true;
    }
    return false;
  }

  async lookElsewhere(seconds: number): Promise<boolean> {
    await this.#show('away');
    await this.#deps.clock.wait(seconds * SECOND);
    await this.#show('here');
    return this.stay(1);
  }

  readonly hide = () => this.#show('away');

  async askForCode(host?: string): Promise<void> {
    if (host !== undefined) this.#email = this.#deps.newEmail(host);
    await this.#done(this.#browser.askForCode(this.#email), 'asking for a code');
    await this.open('Verify Code Page');
    // Remembers this email, to tell a resent one from it.
    if (host === undefined) this.#readMail = (await this.#mail()).id;
  }

  async correctEmail(): Promise<void> {
    if (this.page !== 'Email Entry Page') await this.open('Email Entry Page');
    this.#email = this.#deps.newEmail();
    await this.stay(8);
    await this.askForCode();
  }

  async resendCode(): Promise<void> {
    await this.#done(this.#browser.resendCode(this.#email), 'asking for another code');
    if (this.page !== 'Verify Code Page') await this.open('Verify Code Page');
  }

  async enterCode(): Promise<boolean> {
    return this.#enter((await this.#mail()).code);
  }

  async mistypeCode(): Promise<void> {
    const { code } = await this.#mail();
    await this.#enter(`${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`);
  }

  readonly askForHelp = (reason: HelpReason) => this.#done(this.#browser.askForHelp(reason), 'asking for help');
  readonly withdrawHelp = () => this.#done(this.#browser.withdrawHelp(), 'going on');

  async leave(): Promise<never> {
    await this.#browser.say('left', this.page);
    this.hangUp();
    throw new HasLeft();
  }

  loseConnection(): never {
    this.#socket?.terminate();
    throw new HasLeft();
  }

  hangUp(): void {
    this.#socket?.close();
  }

  async #hear(): Promise<boolean> {
    const prompt = await this.#browser.get<{ showPrompt: boolean; kind: string | null }>('/api/guest/check-prompt');
    if (prompt.showPrompt && prompt.kind === (this.page === 'Email Entry Page' ? 'email' : 'code')) {
      await this.#browser.clearPrompt();
      await this.#deps.clock.wait(4 * SECOND);
      return true;
    }
    const { redirect } = await this.#browser.get<{ redirect: string | null }>('/api/guest/check-redirect');
    if (redirect === null) return false;
    if (!redirect.startsWith('/')) {
      await this.#deps.clock.wait(EXIT_MESSAGE_SECONDS * SECOND);
      await this.#browser.post('/api/guest/exit', { choice: 'go' });
      return this.leave();
    }
    await this.open(redirect === EMAIL_ENTRY_PATH ? 'Email Entry Page' : 'Verify Code Page');
    return true;
  }

  async #show(presence: 'here' | 'away'): Promise<void> {
    this.#isHidden = presence === 'away';
    await this.#browser.say(presence, this.page);
  }

  #newestMail() {
    return this.#deps.mailbox.newestTo(this.#email);
  }

  async #mail() {
    const { clock } = this.#deps;
    const until = clock.now() + MAIL_WITHIN_MS;
    for (let mail = await this.#newestMail(); ; mail = await this.#newestMail()) {
      if (mail !== null) return mail;
      if (clock.now() >= until) throw new Error('The mail with the code did not come.');
      await clock.wait(SECOND);
    }
  }

  async #enter(code: string): Promise<boolean> {
    const email = this.#email;
    await this.#done(this.#browser.submitCode(email, code), 'submitting a code');
    const success = (await this.#browser.tryCode(email, code)) === OK;
    await this.#deps.clock.wait(PROCESSING_SECONDS * SECOND);
    await this.#browser.post('/api/guest/code-processed', { email, code, success });
    await this.open('Code Processing Complete');
    await this.open(success ? 'Email Entry Page' : 'Verify Code Page');
    return success;
  }

  #rest(ms: number): Promise<void> {
    return this.#deps.clock.wait(ms, (wake) => {
      this.#wake = wake;
    });
  }

  async #done(status: Promise<number>, what: string): Promise<void> {
    const answered = await status;
    if (answered !== OK) throw new Error(`A guest of the demo was answered with ${answered} when ${what}.`);
  }
}
