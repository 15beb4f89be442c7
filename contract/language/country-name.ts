const names = new Map<string, Intl.DisplayNames>();

export function countryName(language: string, code: string): string {
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  names.set(language, known);
  return known.of(code) ?? code;
}
