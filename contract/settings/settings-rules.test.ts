import { expect, test } from 'vitest';
import { isExitUrl } from './settings.rules.ts';

test.for([
  'https://example.com',
  'https://Example.com/thanks?from=portal#top',
  'https://example.com:443/',
  'https://example.com:8443',
  'https://xn--bcher-kva.example/a@b',
  'https://[2001:db8::1]/',
])('%s is a valid exit URL', (url) => {
  expect(isExitUrl(url)).toBe(true);
});

test.for([
  'http://example.com',
  'HTTPS://example.com',
  'javascript:alert(1)//https://example.com',
  '//evil.example',
  '/\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  'https:///evil.example',
  'https://',
  'https://?evil.example',
  'https://example.com@evil.example',
  'https://example.com:x@evil.example/',
  'https://@evil.example',
  'https://example.com\\@evil.example',
  'https://example.com\\.evil.example',
  'https://\tevil.example',
  'https://ev\til.example',
  'https://evil.example/\njavascript:alert(1)',
  'https://example.com/a b',
  'https://evil\u3002example',
  'https://evil\uff0eexample',
  'https://\uff45vil.example',
  'https://ev\u00adil.example',
  'https://%65vil.example',
  'https://0x7f.1',
  'https://2130706433',
  'https://example.com:0443',
  'https://example.com:99999',
  ' https://example.com',
  'https://example.com\u2028',
])('"%s" is not a valid exit URL', (url) => {
  expect(isExitUrl(url)).toBe(false);
});
