interface Figures {
  readonly rows: number;
  readonly bytes?: number;
  readonly seconds: number;
}

/** "1,204 rows, 96,310 bytes, 0.4 seconds" */
export function inWords({ rows, bytes, seconds }: Figures): string {
  const number = (value: number) => value.toLocaleString('en-GB');
  const parts = [`${number(rows)} ${rows === 1 ? 'row' : 'rows'}`];
  if (bytes !== undefined) parts.push(`${number(bytes)} bytes`);
  return [...parts, `${seconds.toFixed(1)} seconds`].join(', ');
}
