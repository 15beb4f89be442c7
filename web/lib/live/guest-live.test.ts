import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SOCKET_SIGNED_OUT } from '../../../contract/live.ts';

class FakeSocket {
  static all: FakeSocket[] = [];
  readonly url: string;
  closed = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }
  say(type: string) {
    this.onmessage?.({ data: JSON.stringify({ type }) });
  }
  close() {
    this.closed = true;
  }
}

const LOST = 1006;
const BEAT_MS = 15_000;

const page = Object.assign(new EventTarget(), { hidden: false });
const browser = new EventTarget();
const navigator = { onLine: true };
const opened = new Set<() => void>();

/** The module holds the state of one page load, so each test imports it anew. */
async function loadPage() {
  vi.resetModules();
  const { isLive, onNews, openGuestLive } = await import('./guest-live.ts');
  const news = vi.fn();
  onNews(news);
  const open = () => {
    const close = openGuestLive();
    opened.add(close);
    return () => {
      opened.delete(close);
      close();
    };
  };
  return { isLive: isLive.get, news, open, close: open() };
}

const socket = () => FakeSocket.all.at(-1) as FakeSocket;
const sockets = () => FakeSocket.all.length;

function show(hidden: boolean) {
  page.hidden = hidden;
  page.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  FakeSocket.all = [];
  page.hidden = false;
  navigator.onLine = true;
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('location', { protocol: 'https:', host: 'portal.example' });
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
});
afterEach(() => {
  for (const close of opened) close();
  opened.clear();
  vi.runAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('A socket is trusted from its first message on, and passes news on', async () => {
  const { isLive, news } = await loadPage();
  expect(socket().url).toBe('wss://portal.example/ws/guest');
  expect(isLive()).toBe(false);
  socket().say('beat');
  expect(isLive()).toBe(true);
  expect(news).not.toHaveBeenCalled();
  socket().say('news');
  socket().say('something of a later version');
  expect(news).toHaveBeenCalledTimes(1);
});

test('A lost socket reconnects with growing pauses', async () => {
  const { isLive } = await loadPage();
  socket().say('beat');
  socket().onclose?.({ code: LOST });
  expect(isLive()).toBe(false);
  for (const [index, ms] of [1_500, 2_250, 4_500, 9_000, 18_000, 36_000, 67_500, 67_500].entries()) {
    vi.advanceTimersByTime(ms - 1);
    expect(sockets()).toBe(index + 1);
    vi.advanceTimersByTime(1);
    expect(sockets()).toBe(index + 2);
    socket().onclose?.({ code: LOST });
  }
  vi.advanceTimersByTime(67_500);
  socket().say('beat');
  socket().onclose?.({ code: LOST });
  vi.advanceTimersByTime(1_500);
  expect(sockets()).toBe(11);
});

test('A socket that is silent for forty seconds is closed, also before its first message', async () => {
  const { isLive } = await loadPage();
  vi.advanceTimersByTime(40_000);
  expect(socket().closed).toBe(true);
  vi.advanceTimersByTime(1_500);
  for (let beats = 0; beats < 10; beats += 1) {
    socket().say('beat');
    vi.advanceTimersByTime(BEAT_MS);
  }
  expect(isLive()).toBe(true);
  vi.advanceTimersByTime(25_000);
  expect([isLive(), socket().closed]).toEqual([false, true]);
});

test('A socket stays open in a hidden tab, which opens none', async () => {
  const { isLive } = await loadPage();
  socket().say('beat');
  show(true);
  expect(isLive()).toBe(true);
  socket().onclose?.({ code: LOST });
  vi.advanceTimersByTime(600_000);
  expect(sockets()).toBe(1);
  show(false);
  expect(sockets()).toBe(2);
});

test('A suspended page does not trust its old socket', async () => {
  const { isLive } = await loadPage();
  socket().say('beat');
  show(true);
  vi.setSystemTime(Date.now() + 300_000);
  show(false);
  expect([isLive(), sockets(), FakeSocket.all[0]?.closed]).toEqual([false, 2, true]);
});

test.for([
  ['offline', 'online'],
  ['pagehide', 'pageshow'],
])('A socket is closed on %s and opened on %s', async ([off, on]) => {
  const { isLive } = await loadPage();
  socket().say('beat');
  browser.dispatchEvent(new Event(off as string));
  expect([isLive(), socket().closed]).toEqual([false, true]);
  browser.dispatchEvent(new Event(on as string));
  expect(sockets()).toBe(2);
});

test('A signed-out page asks at once', async () => {
  const { news, isLive } = await loadPage();
  socket().say('beat');
  socket().onclose?.({ code: SOCKET_SIGNED_OUT });
  expect(news).toHaveBeenCalledTimes(1);
  // The server would refuse a reconnect, and the browser would log an error.
  vi.advanceTimersByTime(120_000);
  expect([sockets(), isLive()]).toEqual([1, false]);
});

test('A socket goes on from page to page, and ends after the last', async () => {
  const { close, open } = await loadPage();
  close();
  const closeNext = open();
  vi.advanceTimersByTime(10_000);
  expect([sockets(), socket().closed]).toEqual([1, false]);
  closeNext();
  vi.advanceTimersByTime(1_000);
  expect(socket().closed).toBe(true);
  browser.dispatchEvent(new Event('online'));
  expect(sockets()).toBe(1);
});
