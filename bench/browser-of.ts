export type Headers = Readonly<Record<string, string>>;

/** The headers of a person's browser behind the proxy: each is in a network of their own, far from the others. */
export const browserOf = (person: number): Headers => ({
  'x-forwarded-for': `${16 + (person & 63)}.${(person >> 6) & 255}.${(person >> 14) & 255}.9`,
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
});

/** What a browser adds when it loads a page. */
export const FOR_PAGES: Headers = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' };
