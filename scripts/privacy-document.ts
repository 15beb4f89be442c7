import type { Tables } from '../server/db/tables.ts';
import { type AnyRule, type ColumnRule, type Kept, ruleOf, TABLES } from '../server/features/people/rules.ts';

export const PRIVACY_DOCUMENT = 'docs/PRIVACY.md';

const KEPT: Record<Kept & string, string> = {
  'with the account': 'as long as the account',
  'guest days': '*Guest data* days of the settings',
  'activity days': '*Activity log* days of the settings',
  'audit days': '`AUDIT_RETENTION_DAYS`',
  'until it is done': 'until it is done',
  'for ever': 'not limited',
};

const keptFor = (kept: Kept) =>
  typeof kept === 'string'
    ? KEPT[kept]
    : kept.hours === 1
      ? 'an hour'
      : kept.hours === 24
        ? 'a day'
        : `${kept.hours} hours`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const knowsPeople = ({ parts, erasure }: AnyRule) => parts.length > 0 || erasure !== undefined;

function erasureOf({ parts, erasure }: AnyRule): string {
  const stays = parts.some((part) => part.stays !== undefined);
  const deletes = parts.some((part) => part.stays === undefined);
  const what =
    deletes && stays ? 'deletes all but halts' : deletes ? 'deletes the rows' : stays ? 'keeps what staff did' : '';
  return [what, erasure].filter(Boolean).join('; ');
}

const columnsOf = ({ columns }: AnyRule, rule: (rule: ColumnRule) => boolean) =>
  Object.entries(columns)
    .filter(([, each]) => rule(each))
    .map(([name]) => `\`${name}\``)
    .join(', ');

const isPersonal = (rule: ColumnRule) => rule !== 'inner' && rule !== 'secret' && rule !== 'of others';

/** The text of docs/PRIVACY.md. */
export function privacyDocument(): string {
  const rules = TABLES.map((name): [keyof Tables, AnyRule] => [name, ruleOf(name)]);
  const stored = rules
    .filter(([, rule]) => knowsPeople(rule))
    .map(([name, rule]) => [
      ...[`\`${name}\``, rule.what, rule.why, keptFor(rule.kept), rule.seenBy, erasureOf(rule)],
      ...[columnsOf(rule, isPersonal), columnsOf(rule, (each) => each === 'secret')],
    ]);
  const others = rules.filter(([, rule]) => !knowsPeople(rule)).map(([name, { what }]) => [`\`${name}\``, what]);
  return `# Privacy

What is stored about people, why, for how long, who sees it, and what an erasure does. \`npm run privacy\` prints this page from
\`server/features/people/rules.ts\`, which search, export and erasure follow; a test fails when it differs, and a new table or column
without a rule does not compile [\`attack/erased-person\`].

## A person's rights

- **Staff**: an admin searches an email address, downloads everything, erases it, or sets a legal hold, which stops an erasure until its
  date. Each needs a step-up and is in the audit trail. Staff accounts are refused: make the account a user first.
- **Guests without an account**: whoever confirmed an address with our code sees and erases what is stored for it at \`/user/my-data\`, for 15
  minutes. An account with that address is neither shown nor erased there.
- **What stays**: entries of the audit trail keep what staff did; a random pseudonym takes the place of the person. A halt (*Somebody told
  me to come here*) stays until the guest goes on. Counts of limits stay for at most a day.
- **Whose a browser is**: one that confirmed the address and no other. Of a browser that confirmed two addresses, or only asked for a code,
  only what names the erased address goes. What a browser did with an address of somebody else stays: an erasure must hide no attack.
  Notifications about an IP address stay: others share it.
- **Former staff**: what they did keeps their name, and so does who changed their account, or a colleague could be blamed for the work of
  another.
- **A legal hold** stops erasures and the deletion of the account, not retention: download a copy.
- **Files**: SQLite overwrites what is deleted, and after an erasure gives back its free pages and empties its log. PostgreSQL does so when
  it vacuums. Log lines, proxies and mail servers are yours. Backups from before hold the person until you delete them; a restore repeats
  the erasure ([how](RUNNING.md#backup-and-restore)).

## What is stored

${table(['table', 'what', 'why', 'how long', 'who sees it', 'an erasure', 'exported columns', 'never exported'], stored)}

## What knows nobody

${table(['table', 'what'], others)}
`;
}
