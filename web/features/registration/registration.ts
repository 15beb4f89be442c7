import { PASSWORD_MAX, PASSWORD_MIN, passwordTooLong, passwordTooShort } from '../../../contract/auth/auth.rules.ts';
import { EMAIL_INVALID, isEmail } from '../../../contract/text/email.ts';
import { INVISIBLE, isPlainText, isVisible, isVisibleName, NOT_PLAIN_TEXT } from '../../../contract/text/plain-text.ts';
import { isOneWord, USERNAME_MISSING, USERNAME_NOT_A_WORD } from '../../../contract/users/users.rules.ts';

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

function problemOf(name: FieldName, value: string): string | undefined {
  switch (name) {
    case 'username':
      if (!value) return USERNAME_MISSING;
      if (!isOneWord(value)) return USERNAME_NOT_A_WORD;
      if (!isPlainText(value)) return NOT_PLAIN_TEXT;
      return isVisible(value) ? undefined : INVISIBLE;
    case 'email':
      return isEmail(value) ? undefined : EMAIL_INVALID;
    case 'password':
      if (value.length > PASSWORD_MAX) return passwordTooLong;
      return value.length < PASSWORD_MIN ? passwordTooShort(PASSWORD_MIN) : undefined;
    default:
      if (!isPlainText(value)) return NOT_PLAIN_TEXT;
      return isVisibleName(value) ? undefined : INVISIBLE;
  }
}

/** The server has the last word; this saves a captcha and a round trip. */
export function problemsOf(registration: Registration): Problems {
  const problems = FIELDS.map((name) => [name, problemOf(name, registration[name])] as const);
  return Object.fromEntries(problems.filter(([, problem]) => problem));
}
