import { oneLine } from '../../log/activity/details.ts';

const isPlain = (value: unknown) => value === null || typeof value !== 'object';

export function claimText(value: unknown): string {
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  if (value === null || value === '') return 'Empty';
  if (Array.isArray(value) && value.length > 0 && value.every(isPlain)) return value.map(claimText).join(', ');
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value));
}
