import { expect, test } from 'vitest';
import { csvFileName, readCsv } from './csv.ts';

test('A file is named after the day', () => {
  expect(csvFileName('activity-logs')).toMatch(/^activity-logs-\d{4}-\d{2}-\d{2}\.csv$/);
});

const bytes = (text: string) => new TextEncoder().encode(text);

const streamOf = (...chunks: string[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytes(chunk));
      controller.close();
    },
  });

test('A file keeps every byte, and its lines are counted wherever the pieces end', async () => {
  const counts: number[] = [];
  const { file, rows } = await readCsv(streamOf('Date,User\r', '\n1,ä\r\n2,', 'b\r\n'), (count) => counts.push(count));
  expect(await file.text()).toBe('Date,User\r\n1,ä\r\n2,b\r\n');
  expect([rows, counts]).toEqual([2, [0, 1, 2]]);
});

test('A large file stays in order', async () => {
  const line = `${'x'.repeat(999_998)}\r\n`;
  const { file, rows } = await readCsv(
    streamOf('heading\r\n', ...Array.from({ length: 9 }, () => line), 'end\r\n'),
    () => {},
  );
  expect([file.size, rows]).toEqual([9 + 9_000_000 + 5, 10]);
  expect((await file.text()).endsWith('x\r\nend\r\n')).toBe(true);
});

test('A file that breaks off is an error', async () => {
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(bytes('heading\r\n'));
      controller.error(new TypeError('network error'));
    },
  });
  await expect(readCsv(broken, () => {})).rejects.toThrow('network error');
});
