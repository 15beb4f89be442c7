import { notifyManager, type Query, QueryCache, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepErrorWhileRefetching, pollEvery, throttledRefetch } from './refetch.ts';

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

test('A change refetches at once, and once more for all changes meanwhile', async () => {
  const fetchAgain = vi.fn(async () => {});
  const refresh = throttledRefetch(fetchAgain, 100);
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

test('A slow answer delays the next refetch', async () => {
  const fetchAgain = vi.fn(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  const refresh = throttledRefetch(fetchAgain, 100);
  refresh();
  await pass(0);
  refresh();
  await pass(999);
  expect(fetchAgain).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(fetchAgain).toHaveBeenCalledTimes(2);
});

test('A failure does not stop refetching', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const fetchAgain = vi.fn(() => Promise.reject(new Error('no answer')));
  const refresh = throttledRefetch(fetchAgain, 100);
  refresh();
  await pass(100);
  refresh();
  await pass(100);
  expect(fetchAgain).toHaveBeenCalledTimes(2);
});

test('A hidden page refetches when it is visible again', async () => {
  const fetchAgain = vi.fn(async () => {});
  const refresh = throttledRefetch(fetchAgain, 100);
  page.hidden = true;
  refresh();
  await pass(1000);
  expect(fetchAgain).not.toHaveBeenCalled();
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(fetchAgain).toHaveBeenCalledTimes(1);
});

test('A hidden page refetches what admins are alerted of', async () => {
  const fetchAgain = vi.fn(async () => {});
  page.hidden = true;
  throttledRefetch(fetchAgain, 100, { outOfSight: true })();
  await pass(0);
  page.hidden = false;
  expect(fetchAgain).toHaveBeenCalledTimes(1);
});

test('A failed query is retried, but not every other second', () => {
  const intervalOf = (status: 'error' | 'success' | 'pending', data?: string) =>
    pollEvery(2_000)({ state: { status, data } } as unknown as Query);
  expect([intervalOf('error'), intervalOf('pending'), intervalOf('success', 'x'), intervalOf('error', 'x')]).toEqual([
    10_000, 2_000, 2_000, 2_000,
  ]);
  expect(pollEvery(30_000)({ state: { status: 'error' } } as unknown as Query)).toBe(30_000);
});

test('A failure stays visible while it is retried, until it succeeds', async () => {
  const client = new QueryClient({ queryCache: keepErrorWhileRefetching(new QueryCache()) });
  const answers = [new Error('first'), new Error('second'), 'here', new Error('third'), 'again'];
  const queryFn = async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const observer = new QueryObserver(client, { queryKey: ['polled'], queryFn, retry: false });
  const seen: string[] = [];
  // Reads the state when it renders, as components do.
  const draw = notifyManager.batchCalls(() => {
    const { status, data, error } = observer.getCurrentResult();
    const now = `${status}: ${[data, error?.message].filter(Boolean).join(', ')}`;
    if (seen.at(-1) !== now) seen.push(now);
  });
  const stop = observer.subscribe(draw);
  await pass(1_000);
  while (answers.length > 0) {
    void observer.refetch();
    await pass(1_000);
  }
  stop();
  expect(seen).toEqual([
    'pending: ',
    'error: first',
    'error: second',
    'success: here',
    'error: here, third',
    'success: again',
  ]);
});

test('A failure that was reset is forgotten', async () => {
  const client = new QueryClient({ queryCache: keepErrorWhileRefetching(new QueryCache()) });
  const queryFn = () => Promise.reject(new Error('no answer'));
  const observer = new QueryObserver(client, { queryKey: ['reset'], queryFn, retry: false });
  const stop = observer.subscribe(() => {});
  await pass(0);
  expect(observer.getCurrentResult().status).toBe('error');
  const resetting = client.resetQueries({ queryKey: ['reset'] });
  expect(observer.getCurrentResult().status).toBe('pending');
  await resetting;
  stop();
});
