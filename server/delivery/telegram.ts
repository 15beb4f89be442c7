import { PermanentFailure, RetryLater } from './job.ts';

interface Bot {
  readonly apiRoot: string;
  readonly token: string;
  readonly chatId: string;
}

/** A hanging service must not block the outbox. */
const PATIENCE_MS = 10_000;

interface Answer {
  readonly ok?: boolean;
  readonly description?: string;
  readonly parameters?: { readonly retry_after?: number };
}

/** Network errors would show the URL, which contains the token. */
export async function sendTelegram(bot: Bot, text: string, fetch: typeof globalThis.fetch): Promise<void> {
  const response = await fetch(`${bot.apiRoot}/bot${bot.token}/sendMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chat_id: bot.chatId, text, link_preview_options: { is_disabled: true } }),
    signal: AbortSignal.timeout(PATIENCE_MS),
    // A redirect would leak the token.
    redirect: 'error',
  }).catch((error: Error) => {
    throw new Error(
      error.name === 'TimeoutError' ? 'The chat service did not answer' : 'The chat service cannot be reached',
    );
  });
  const answer = (await response.json().catch(() => ({}))) as Answer;
  if (response.ok && answer.ok !== false) return;
  const sentence = `The chat service answered ${response.status}: ${(answer.description ?? 'no reason given').replaceAll(bot.token, '…')}`;
  if (response.status === 429) throw new RetryLater(sentence, answer.parameters?.retry_after ?? retryAfter(response));
  if (response.status >= 500) throw new Error(sentence);
  throw new PermanentFailure(sentence);
}

/** Settings are read when sending, so that correcting them helps waiting messages. */
export const telegramSender =
  (apiRoot: string, botToken: () => string, fetch: typeof globalThis.fetch) =>
  async (chatId: string, text: string): Promise<void> => {
    const token = botToken();
    if (token === '') throw new PermanentFailure('The bot token was removed');
    await sendTelegram({ apiRoot, token, chatId }, text, fetch);
  };

const retryAfter = (response: Response) => Number(response.headers.get('retry-after')) || 30;
