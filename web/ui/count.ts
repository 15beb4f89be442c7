/** "1 user", "12,345 users". */
export const counted = (count: number, thing: string, things = `${thing}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? thing : things}`;
