const formats = new Map<string, Intl.DateTimeFormat>();

/** For emails, because the reader's time zone is unknown. */
export function utcTime(language: string, at: number): string {
  const format =
    formats.get(language) ??
    new Intl.DateTimeFormat(language, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
      numberingSystem: 'latn',
    });
  formats.set(language, format);
  return format.format(at);
}
