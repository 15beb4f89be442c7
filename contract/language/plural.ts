type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

const rules = new Map<string, { readonly plurals: Intl.PluralRules; readonly numbers: Intl.NumberFormat }>();

/** Chooses the form by the language's plural rules; `#` becomes the number. */
export function plural(language: string, count: number, forms: Forms): string {
  const known = rules.get(language) ?? {
    plurals: new Intl.PluralRules(language),
    // Latin digits, as codes and clocks have everywhere.
    numbers: new Intl.NumberFormat(language, { numberingSystem: 'latn' }),
  };
  rules.set(language, known);
  return (forms[known.plurals.select(count)] ?? forms.other).replaceAll('#', known.numbers.format(count));
}
