import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SOCKET_SIGNED_OUT } from '../../../contract/live.ts';

class FakeSocket {
  static all: FakeSocket[] = [];
  readonly url: string;
  readonly sent: string[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.closed = true;
  }
}

const LOST = 1006;

const page = Object.assign(new EventTarget(), { hidden: false });
const browser = new EventTarget();
const navigator = { onLine: true };
const replace = vi.fn();
let closePage = () => {};

/** The module holds the state of one page load, so each test imports it anew. */
async function loadPage() {
  vi.resetModules();
  const { liveState, openLive, subscribeToLive } = await import('./live.ts');
  const heard: unknown[] = [];
  subscribeToLive((event) => heard.push(event));
  const close = openLive('admin-1');
  closePage = close;
  return { liveState: liveState.get, heard, close };
}

const socket = () => FakeSocket.all.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  replace.mockClear();
  page.hidden = false;
  navigator.onLine = true;
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('location', { protocol: 'https:', host: 'portal.example', pathname: '/admin', replace });
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
});
afterEach(() => {
  closePage();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('A socket names its admin, then passes on what it hears', async () => {
  const { liveState, heard } = await loadPage();
  expect(socket().url).toBe('wss://portal.example/ws');
  expect(liveState()).toBe('connecting');
  socket().onopen?.();
  expect(socket().sent).toEqual(['{"type":"admin_auth","adminId":"admin-1"}']);
  expect(liveState()).toBe('connected');
  socket().onmessage?.({ data: '{"type":"unread_count","count":3,"needsAction":1}' });
  expect(heard).toEqual([{ type: 'catch_up' }, { type: 'unread_count', count: 3, needsAction: 1 }]);
});

test('A malformed message is only written to the console', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  const { heard } = await loadPage();
  socket().onmessage?.({ data: '{"type":' });
  expect(heard).toEqual([]);
  expect(info).toHaveBeenCalledOnce();
});

test('A lost socket reconnects after three seconds and catches up', async () => {
  const { liveState, heard } = await loadPage();
  socket().onopen?.();
  socket().onclose?.({ code: LOST });
  expect(liveState()).toBe('reconnecting');
  vi.advanceTimersByTime(2999);
  expect(FakeSocket.all).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.all).toHaveLength(2);
  socket().onopen?.();
  expect(liveState()).toBe('connected');
  expect(heard).toEqual([{ type: 'catch_up' }, { type: 'catch_up' }]);
});

test('A hidden page does not reconnect until it is visible', async () => {
  await loadPage();
  page.hidden = true;
  socket().onclose?.({ code: LOST });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(FakeSocket.all).toHaveLength(2);
});

test('A connection that survived out of sight catches up when visible', async () => {
  const { heard } = await loadPage();
  socket().onopen?.();
  page.dispatchEvent(new Event('visibilitychange'));
  expect(FakeSocket.all).toHaveLength(1);
  expect(heard).toEqual([{ type: 'catch_up' }, { type: 'catch_up' }]);
});

test('Without a network the socket closes, and reconnects with it', async () => {
  const { liveState } = await loadPage();
  const first = socket();
  first.onopen?.();
  navigator.onLine = false;
  browser.dispatchEvent(new Event('offline'));
  expect(first.closed).toBe(true);
  expect(liveState()).toBe('reconnecting');
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
  navigator.onLine = true;
  browser.dispatchEvent(new Event('online'));
  expect(FakeSocket.all).toHaveLength(2);
});

test('The end of the session leads to the sign-in page', async () => {
  await loadPage();
  socket().onopen?.();
  socket().onclose?.({ code: SOCKET_SIGNED_OUT });
  expect(replace).toHaveBeenCalledExactlyOnceWith('/admin/login?reason=signed-out');
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test('A closed socket stays closed', async () => {
  const { close, heard } = await loadPage();
  close();
  expect(socket().closed).toBe(true);
  vi.advanceTimersByTime(60_000);
  page.dispatchEvent(new Event('visibilitychange'));
  browser.dispatchEvent(new Event('online'));
  expect(FakeSocket.all).toHaveLength(1);
  expect(heard).toEqual([]);
});
