import type { StuckReason } from '../../contract/guests/stuck.rules.ts';
import { GuestBrowser } from '../../demo/guest-browser.ts';
import type { Desk } from './desk.ts';

const EMAIL_PAGE = 'Email Entry Page';
const CODE_PAGE = 'Verify Code Page';
const POLL_EVERY_S = 3;
const WRONG = '000000';

/** A guest's page that acts like people do, and knows when they got stuck and when they were helped. */
export class ScriptedGuest {
  readonly ip: string;
  readonly #desk: Desk;
  readonly #index: number;
  readonly #browser: GuestBrowser;
  #isPrompted = false;
  /** Why this guest is stuck, and since when in real time. */
  stuck: { readonly reason: StuckReason; readonly at: number } | null = null;
  /** When the guest was no longer stuck. */
  fineAt: number | null = null;

  constructor(desk: Desk, index: number) {
    this.#desk = desk;
    this.#index = index;
    // A wide network of its own, so that no neighbour uses up its limits.
    this.ip = `10.${index >> 8}.${index & 255}.7`;
    this.#browser = new GuestBrowser({ url: desk.url, ip: this.ip });
  }

  /** A guest without trouble: some look for the email elsewhere, some leave early. */
  async succeed(over: () => boolean): Promise<void> {
    await this.#desk.wait(this.#index % 30);
    await this.#browser.open(EMAIL_PAGE);
    if (this.#index % 10 === 0) {
      await this.#stay(100 + (this.#index % 60));
      await this.#browser.say('left', EMAIL_PAGE);
      return;
    }
    await this.#stay(5 + (this.#index % 50));
    await this.#askForCode(this.#address('fine'));
    if (this.#index % 2 === 0) {
      await this.#browser.say('away', CODE_PAGE);
      await this.#desk.wait(30 + (this.#index % 40));
      await this.#browser.say('here', CODE_PAGE);
    } else await this.#stay(10 + (this.#index % 60));
    await this.#enterCode(this.#address('fine'));
    while (!over()) await this.#stay(POLL_EVERY_S);
  }

  /** A guest who gets stuck in this way, and continues as soon as the support team sends a prompt. */
  async getStuck(reason: StuckReason, over: () => boolean): Promise<void> {
    await this.#desk.wait(this.#index % 30);
    await this.#GET_STUCK[reason]();
    while (!this.#isPrompted && !over()) await this.#stay(POLL_EVERY_S);
    if (!this.#isPrompted) return;
    await this.#askForCode(this.#address('again'));
    await this.#enterCode(this.#address('again'));
    this.fineAt = performance.now();
    while (!over()) await this.#stay(POLL_EVERY_S);
  }

  readonly #GET_STUCK: Record<StuckReason, () => Promise<void>> = {
    asked_for_help: async () => {
      await this.#browser.open(EMAIL_PAGE);
      await this.#stay(5);
      this.#isStuck('asked_for_help');
      await this.#browser.askForHelp('no_mail');
    },
    mail_failed: async () => {
      await this.#browser.open(EMAIL_PAGE);
      const address = this.#address('refused');
      await this.#askForCode(address);
      while (this.#desk.mails.refusedAt(address) === undefined) await this.#desk.wait(0.1);
      this.#isStuck('mail_failed', this.#desk.mails.refusedAt(address));
    },
    no_code_tried: async () => {
      await this.#browser.open(EMAIL_PAGE);
      const address = this.#address('untried');
      await this.#askForCode(address);
      const mail = await this.#desk.mails.to(address, 30);
      this.#isStuck('no_code_tried', (mail?.at ?? Number.NaN) + this.#desk.realMs(90));
    },
    codes_refused: async () => {
      await this.#browser.open(EMAIL_PAGE);
      await this.#askForCode(this.#address('mistyped'));
      await this.#stay(10);
      await this.#browser.tryCode(this.#address('mistyped'), WRONG);
      await this.#stay(10);
      this.#isStuck('codes_refused');
      await this.#browser.tryCode(this.#address('mistyped'), WRONG);
    },
    code_expired: async () => {
      await this.#browser.open(EMAIL_PAGE);
      const asked = performance.now();
      await this.#askForCode(this.#address('expired'));
      await this.#stay(20);
      await this.#browser.tryCode(this.#address('expired'), WRONG);
      this.#isStuck('code_expired', asked + this.#desk.realMs(300));
      // Goes back and forth, so as not to stay on one step for long.
      for (const page of [EMAIL_PAGE, CODE_PAGE, EMAIL_PAGE] as const) {
        await this.#stay(80);
        await this.#browser.open(page);
      }
    },
    slow_step: async () => {
      const came = performance.now();
      await this.#browser.open(EMAIL_PAGE);
      this.#isStuck('slow_step', came + this.#desk.realMs(180));
    },
  };

  #isStuck(reason: StuckReason, at = performance.now()): void {
    this.stuck = { reason, at };
  }

  readonly #address = (kind: string) => `${kind}-${this.#index}@example.com`;
  async #askForCode(email: string): Promise<void> {
    const status = await this.#browser.askForCode(email);
    if (status !== 200) throw new Error(`A guest's code was answered with ${status}.`);
    await this.#browser.open(CODE_PAGE);
  }

  async #enterCode(email: string): Promise<void> {
    const mail = await this.#desk.mails.to(email, 30);
    const status = await this.#browser.tryCode(email, mail?.code ?? '');
    if (status !== 200) throw new Error(`A guest's right code was answered with ${status}.`);
    await this.#browser.open('Code Processing Complete');
  }

  /** Polls on the page for seconds of the portal's clock, or until a prompt arrives. */
  async #stay(seconds: number): Promise<void> {
    for (let left = seconds; left > 0; left -= POLL_EVERY_S) {
      await this.#desk.wait(Math.min(left, POLL_EVERY_S));
      const { showPrompt } = await this.#browser.get<{ showPrompt: boolean }>('/api/guest/check-prompt');
      if (!showPrompt) continue;
      await this.#browser.clearPrompt();
      this.#isPrompted = true;
      return;
    }
  }
}
