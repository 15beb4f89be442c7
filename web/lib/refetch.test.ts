import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refresher } from './refetch.ts';

const page = Object.assign(new EventTarget(), { hidden: false });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  page.hidden = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('fetches at once, and once more for everything that changed meanwhile', async () => {
  const fetchAgain = vi.fn(async () => {});
  const refresh = refresher(fetchAgain, 100);
  refresh();
  await pass(0);
  expect(fetchAgain).toHaveBeenCalledTimes(1);
  for (let times = 0; times < 50; times += 1) refresh();
  await pass(99);
  expect(fetchAgain).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(fetchAgain).toHaveBeenCalledTimes(2);
  await pass(1000);
  expect(fetchAgain).toHaveBeenCalledTimes(2);
});

test('waits for a slow answer instead of asking a second time', async () => {
  const fetchAgain = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  const refresh = refresher(fetchAgain, 100);
  refresh();
  await pass(0);
  refresh();
  await pass(999);
  expect(fetchAgain).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(fetchAgain).toHaveBeenCalledTimes(2);
});

test('goes on after a failure', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const fetchAgain = vi.fn(() => Promise.reject(new Error('no answer')));
  const refresh = refresher(fetchAgain, 100);
  refresh();
  await pass(100);
  refresh();
  await pass(100);
  expect(fetchAgain).toHaveBeenCalledTimes(2);
});

test('a page out of sight waits until it is seen', async () => {
  const fetchAgain = vi.fn(async () => {});
  const refresh = refresher(fetchAgain, 100);
  page.hidden = true;
  refresh();
  await pass(1000);
  expect(fetchAgain).not.toHaveBeenCalled();
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(fetchAgain).toHaveBeenCalledTimes(1);
});

test('a page out of sight fetches what admins are told of while they look elsewhere', async () => {
  const fetchAgain = vi.fn(async () => {});
  page.hidden = true;
  refresher(fetchAgain, 100, { outOfSight: true })();
  await pass(0);
  page.hidden = false;
  expect(fetchAgain).toHaveBeenCalledTimes(1);
});
