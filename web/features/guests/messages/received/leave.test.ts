import { afterEach, describe, expect, test, vi } from 'vitest';
import { leave } from './leave.ts';

const EXIT = 'https://shop.example/back?order=a%20b';

/** What the server answers; answers where the page was led to. */
function answering(status: number, body: object): string[] {
  const led: string[] = [];
  vi.stubGlobal('window', { opener: {} });
  vi.stubGlobal('location', { assign: (address: string) => led.push(address) });
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
  return led;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('A guest who leaves', () => {
  test.for([EXIT, `${EXIT}&receipt=a.b.c`])('A guest goes to %s', async (url) => {
    const led = answering(200, { url });
    expect([await leave(EXIT), led]).toEqual([true, [url]]);
    expect(window.opener).toBeNull();
  });

  test.for([null, 'https://other.example/', 'https://shop.example/elsewhere?receipt=a.b.c'])(
    'A guest goes neither to %s, which was not announced, nor to the announced exit',
    async (url) => {
      const led = answering(200, { url });
      expect([await leave(EXIT), led]).toEqual([false, []]);
    },
  );

  test('A guest leaves without a receipt if there can be none', async () => {
    const led = answering(403, { error: 'gate_closed', message: 'The gate is closed.' });
    expect([await leave(EXIT), led]).toEqual([true, [EXIT]]);
  });

  test.for([429, 500, 503])('A guest reads of the error %d and stays', async (status) => {
    const led = answering(status, { error: 'unavailable', message: 'Later.' });
    await expect(leave(EXIT)).rejects.toThrow('Later.');
    expect(led).toEqual([]);
  });

  test('A guest who chose to stay meanwhile does not leave', async () => {
    const led = answering(200, { url: EXIT });
    expect([await leave(EXIT, () => false), led]).toEqual([true, []]);
  });
});
