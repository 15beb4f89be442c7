import { PASSWORD_MAX, PASSWORD_MIN } from '../../../contract/auth/auth.rules.ts';
import type { Messages } from '../../../contract/language/messages.ts';
import { isEmail } from '../../../contract/text/email.ts';
import { isPlainText, isVisible, isVisibleName } from '../../../contract/text/plain-text.ts';
import { isOneWord } from '../../../contract/users/users.rules.ts';

const FIELDS = ['username', 'email', 'firstName', 'lastName', 'password'] as const;
type FieldName = (typeof FIELDS)[number];
export type Registration = Record<FieldName, string>;
type Problems = Partial<Record<FieldName, string>>;

export function readRegistration(form: HTMLFormElement): Registration {
  const data = new FormData(form);
  const typed = (name: FieldName) => String(data.get(name) ?? '');
  const entries = FIELDS.map((name) => [name, name === 'password' ? typed(name) : typed(name).trim()]);
  return Object.fromEntries(entries);
}

function problemOf(name: FieldName, value: string, problems: Messages['problems']): string | undefined {
  switch (name) {
    case 'username':
      if (!value) return problems.usernameMissing;
      if (!isOneWord(value)) return problems.usernameNotAWord;
      if (!isPlainText(value)) return problems.notPlainText;
      return isVisible(value) ? undefined : problems.invisible;
    case 'email':
      return isEmail(value) ? undefined : problems.emailInvalid;
    case 'password':
      if (value.length > PASSWORD_MAX) return problems.passwordTooLong(PASSWORD_MAX);
      return value.length < PASSWORD_MIN ? problems.passwordTooShort(PASSWORD_MIN) : undefined;
    default:
      if (!isPlainText(value)) return problems.notPlainText;
      return isVisibleName(value) ? undefined : problems.invisible;
  }
}

/** The server checks again; this saves a captcha and a round trip. */
export function problemsOf(registration: Registration, problems: Messages['problems']): Problems {
  const found = FIELDS.map((name) => [name, problemOf(name, registration[name], problems)] as const);
  return Object.fromEntries(found.filter(([, problem]) => problem));
}
