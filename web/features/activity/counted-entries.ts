/** "1 entry", "12,345 entries". */
export const countedEntries = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'entry' : 'entries'}`;
