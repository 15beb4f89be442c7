import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const BOT_TOKEN = '123456789:AAEhBOweik9ai2o01ZyZPNfLnYP2T9xHQ1s';

/** A fake Bot API that answers as its state says; `hangs` means no answer at all. */
export async function startBotApi() {
  const requests: { url: string; chatId: string; text: string; fields: string[] }[] = [];
  const state = { status: 200, body: '{"ok":true}', hangs: false };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const message = JSON.parse(body);
      const { chat_id: chatId, text } = message;
      requests.push({ url: request.url as string, chatId, text, fields: Object.keys(message) });
      if (!state.hangs) response.writeHead(state.status, { 'content-type': 'application/json' }).end(state.body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    requests,
    state,
    cut: () => server.closeAllConnections(),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
}
