import { expect, test } from 'vitest';
import { csvFile } from '../../../../contract/csv.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { ACTIVITY_CSV } from '../../../../contract/log/activity-csv.rules.ts';

const entry: ActivityEntry = {
  id: '1',
  userId: 'guest_192_0_2_7',
  userName: null,
  formerName: null,
  about: null,
  guestId: null,
  guest: { tag: 'K7QM', email: 'm•••@e•••.com' },
  action: 'page_view',
  page: 'Email Entry Page',
  ipAddress: '192.0.2.7',
  location: 'Local network',
  device: 'Chrome on Linux',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64), like "Gecko"',
  details: { secret: 'not a column' },
  createdAt: '2026-11-05T14:03:00.000Z',
};

test('The file has a line for each entry, in the columns of the spec', () => {
  expect(csvFile(ACTIVITY_CSV, [entry]).split('\r\n')).toEqual([
    'Date,User,Action,Page,IP Address,Location,User Agent,User ID',
    '2026-11-05T14:03:00.000Z,Guest (192.0.2.7),page_view,Email Entry Page,192.0.2.7,Local network,"Mozilla/5.0 (X11; Linux x86_64), like ""Gecko""",guest_192_0_2_7',
    '',
  ]);
});

test('A name that a spreadsheet would calculate is text', () => {
  const [, line] = csvFile(ACTIVITY_CSV, [
    { ...entry, userName: '=HYPERLINK("https://evil.example")', page: null },
  ]).split('\r\n');
  expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")",page_view,,`);
});
