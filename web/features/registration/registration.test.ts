import { expect, test } from 'vitest';
import { problems as english } from '../../../messages/en.ts';
import { problemsOf, type Registration } from './registration.ts';

const good: Registration = {
  username: 'mira',
  email: 'mira@example.com',
  firstName: '',
  lastName: '',
  password: 'correct horse',
};

test.each<[Partial<Registration>, ReturnType<typeof problemsOf>]>([
  [{}, {}],
  [{ firstName: 'Mira', lastName: 'Okafor-Łęcka' }, {}],
  [{ username: '' }, { username: 'Please enter a username' }],
  [{ username: 'see evil.example' }, { username: 'Please choose a username without spaces, slashes or colons' }],
  [{ username: 'mi\u0007ra' }, { username: 'Please use only letters, digits and common punctuation' }],
  [{ lastName: 'Oka\nfor' }, { lastName: 'Please use only letters, digits and common punctuation' }],
  [{ username: 'mi\u200bra' }, { username: english.invisible }],
  [{ firstName: 'Mi\u00adra' }, { firstName: english.invisible }],
  [{ email: '' }, { email: 'Please enter a valid email address' }],
  [{ email: 'mira@example' }, { email: 'Please enter a valid email address' }],
  [{ password: 'nine char' }, { password: 'New password must be at least 10 characters' }],
  [{ password: 'x'.repeat(129) }, { password: 'Passwords can have at most 128 characters' }],
])('With %o the problems are %o', (typed, problems) =>
  expect(problemsOf({ ...good, ...typed }, english)).toEqual(problems),
);

test('The first problem is the highest in the form', () => {
  expect(Object.keys(problemsOf({ ...good, password: '', email: '' }, english))).toEqual(['email', 'password']);
});
