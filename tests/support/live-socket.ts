import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { GUEST_SOCKET_PATH, type GuestMessage, type ServerMessage } from '../../contract/live.ts';
import type { HttpClient } from './http-client.ts';
import { until } from './process.ts';

interface SocketOptions {
  readonly path?: string;
  readonly localAddress?: string;
}

/** A page's socket: the messages it received, and how it ended (an HTTP status or a close code). */
export function openSocket<Message = ServerMessage>(
  port: number,
  headers: Record<string, string>,
  options: SocketOptions = {},
) {
  const { path = '/ws', localAddress = '127.0.0.1' } = options;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    localAddress,
    headers: { host: 'localhost:3000', origin: 'http://localhost:3000', ...headers },
  });
  const heard: Message[] = [];
  const state = { opened: false, ended: null as number | null };
  socket.on('open', () => {
    state.opened = true;
  });
  socket.on('message', (data) => heard.push(JSON.parse(String(data))));
  socket.on('unexpected-response', (_request, response) => {
    state.ended = response.statusCode ?? 0;
  });
  socket.on('close', (code) => {
    state.ended ??= code;
  });
  socket.on('error', () => undefined);
  onTestFinished(() => socket.terminate());
  return { socket, heard, state };
}

/** The socket of an admin's page, authenticated and ready for news. */
export async function adminSocket(port: number, client: HttpClient) {
  const opened = openSocket(port, { cookie: client.cookieHeader });
  await until('the socket is open', () => opened.state.opened);
  const { id } = (await client.get('/api/auth/user')).json();
  opened.socket.send(JSON.stringify({ type: 'admin_auth', adminId: id }));
  await until('the unread count has arrived', () => opened.heard.length > 0);
  return opened;
}

interface Browser {
  readonly ip: string;
  readonly cookieHeader: string;
}

/** The socket of a guest's or user's page, from the browser's address. */
export const openGuestSocket = (port: number, { ip, cookieHeader }: Browser, headers: Record<string, string> = {}) =>
  openSocket<GuestMessage>(
    port,
    { cookie: cookieHeader, 'x-forwarded-for': ip, ...headers },
    { path: GUEST_SOCKET_PATH },
  );

/** The same, once the server has sent its first message. */
export async function guestSocket(port: number, browser: Browser) {
  const opened = openGuestSocket(port, browser);
  await until('the first message has arrived', () => opened.heard.length > 0);
  const news = () => opened.heard.filter(({ type }) => type === 'news').length;
  return { ...opened, news };
}
