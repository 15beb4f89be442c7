import { fetched } from '../scripts/ask.ts';

interface FoundMail {
  readonly id: string;
  readonly code: string;
}

export class DevelopmentMailbox {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async newestTo(email: string): Promise<FoundMail | null> {
    const { text: list } = await fetched(`${this.#url}/dev/mailbox`);
    const mails = list.matchAll(/href="\/dev\/mailbox\/([\w-]+)">.*?to (\S+) ·/g);
    const id = [...mails].find(([, , recipient]) => recipient === email)?.[1];
    if (id === undefined) return null;
    const { text: mail } = await fetched(`${this.#url}/dev/mailbox/${id}`);
    const code = /#(\d{6})/.exec(mail.slice(mail.indexOf('<pre>')))?.[1];
    return code === undefined ? null : { id, code };
  }
}
