import { expect, test } from 'vitest';
import { importTemplate } from './import-source.tsx';

test('the example has the columns of the contract', () => {
  expect(importTemplate()).toBe(
    'username,email,firstName,lastName,role\r\nmira.kolb,mira@example.com,Mira,Kolb,user\r\n',
  );
});
