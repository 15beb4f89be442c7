/** "1 user", "12,345 users". */
export const counted = (count: number, thing: string, things = `${thing}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? thing : things}`;

export const countedNumber = ({ count, more }: { count: number; more: boolean }) =>
  `${count.toLocaleString('en')}${more ? '+' : ''}`;

export const countedTotal = (total: { count: number; more: boolean }, thing: string, things = `${thing}s`) =>
  total.more ? `${countedNumber(total)} ${things}` : counted(total.count, thing, things);
