import type { HelpReason } from '../contract/guests/help.rules.ts';
import type { GuestPage } from '../contract/verification/verification.rules.ts';
import { ask } from '../scripts/ask.ts';

interface BrowserOptions {
  readonly url: string;
  /** Sent as X-Forwarded-For, as a local proxy would. */
  readonly ip: string;
  readonly userAgent?: string;
}

export class GuestBrowser {
  readonly ip: string;
  readonly #url: string;
  readonly #headers: Record<string, string>;
  #cookie = '';

  constructor({ url, ip, userAgent }: BrowserOptions) {
    this.ip = ip;
    this.#url = url;
    this.#headers = { 'x-forwarded-for': ip, ...(userAgent !== undefined && { 'user-agent': userAgent }) };
  }

  get headers(): Record<string, string> {
    return { ...this.#headers, ...(this.#cookie !== '' && { cookie: this.#cookie }) };
  }

  readonly open = (page: GuestPage) => this.post('/api/guest/log-activity', { page });
  readonly say = (presence: 'here' | 'away' | 'left', page: GuestPage) =>
    this.post('/api/guest/presence', { page, presence });
  readonly askForHelp = (reason: HelpReason) => this.post('/api/guest/help', { reason });
  readonly clearPrompt = () => this.post('/api/guest/clear-prompt');
  readonly resendCode = (email: string) => this.post('/api/guest/resend-code', { email });
  readonly submitCode = (email: string, code: string) => this.post('/api/guest/submit-code', { email, code });
  readonly tryCode = (email: string, code: string) => this.post('/api/user/verify-code', { email, code });

  async askForCode(email: string): Promise<number> {
    await this.post('/api/guest/submit-email', { email });
    return this.post('/api/user/send-verification-code', { email });
  }

  async post(path: string, body?: object): Promise<number> {
    return (await this.#ask('POST', path, body)).status;
  }

  async withdrawHelp(): Promise<number> {
    return (await this.#ask('DELETE', '/api/guest/help')).status;
  }

  async get<Answer>(path: string): Promise<Answer> {
    const { status, text } = await this.#ask('GET', path);
    if (status !== 200) throw new Error(`${path} was answered with ${status}.`);
    return JSON.parse(text) as Answer;
  }

  async #ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
    const answer = await ask(`${this.#url}${path}`, { method, headers: this.headers, ...(body && { body }) });
    if (answer.cookie !== '') this.#cookie = answer.cookie;
    return answer;
  }
}
