const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** In English, for staff. */
export const languageName = (code: string): string =>
  /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(code) ? (names.of(code) ?? code) : code;
