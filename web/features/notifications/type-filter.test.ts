import { expect, test } from 'vitest';
import { typeFilterOf } from './type-filter.ts';

test.for([
  ['', 'all'],
  ['user_login', 'user_login'],
  ['page_view', 'page_view'],
  ['profile_update', 'profile_update'],
  ['failed_login', 'all'],
  ['<script>', 'all'],
] as const)('"%s" in the URL shows %s', ([text, type]) => {
  expect(typeFilterOf(text)).toBe(type);
});
