import { expect, test } from 'vitest';
import { htmlReport } from './report.ts';

const report = (records: { label: string; value: string }[][]) =>
  htmlReport({
    language: 'en',
    direction: 'ltr',
    title: 'Data about <script>alert(1)</script>',
    lines: ['"Quoted" & more'],
    sections: [{ title: 'Log', note: null, records }],
  });

test('Nothing that was stored becomes markup of the file', () => {
  const html = report([[{ label: 'Name', value: '<img src=x onerror=alert(1)>' }]]);
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(html).toContain('&quot;Quoted&quot; &amp; more');
});

test('A picture is shown, an address of one is not loaded', () => {
  const html = report([
    [
      { label: 'Picture', value: 'data:image/png;base64,iVBORw0=' },
      { label: 'Other', value: 'data:image/svg+xml;base64,PHN2Zz4=' },
      { label: 'Far', value: 'https://evil.example/pixel.png' },
    ],
  ]);
  expect(html.match(/<img src="[^"]*"/g)).toEqual(['<img src="data:image/png;base64,iVBORw0="']);
});

test('What all entries share is said once, the rest is a table', () => {
  const entry = (action: string) => [
    { label: 'Action', value: action },
    { label: 'IP address', value: '192.0.2.7' },
  ];
  const html = report(['login', 'logout', 'login'].map(entry));
  expect(html.match(/192\.0\.2\.7/g)).toHaveLength(1);
  expect(html.match(/<th /g)).toHaveLength(1);
  expect(html.match(/<tr>/g)).toHaveLength(4);
});
