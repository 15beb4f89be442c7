import { WIDE } from '../server/limits/fair-shares.ts';
import { type Limit, OUTCOMES, type Places } from '../server/limits/limit.ts';
import { LIMITS, PLACES, REQUESTS } from '../server/limits/limits.ts';

export const LIMITS_DOCUMENT = 'docs/LIMITS.md';

const UNITS = [
  [24 * 60 * 60, 'day'],
  [60 * 60, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** "a minute", "10 minutes" */
function duration(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds % each === 0) ?? [1, 'second'];
  const count = seconds / size;
  if (count === 1) return unit === 'hour' ? 'an hour' : `a ${unit}`;
  return `${count} ${unit}s`;
}

function amount({ most, unit }: Limit | Places): string {
  if (unit === undefined) return most.toLocaleString('en');
  const isSetting = /^[A-Z_]+$/.test(unit);
  if (!isSetting) return `${most} ${unit.replace(/[A-Z_]{2,}/, '`$&`')}`;
  return most === 1 ? `\`${unit}\`` : `1/${Math.round(1 / most)} of \`${unit}\``;
}

const kept = ({ kept }: Limit) => (kept === 'database' ? 'database' : 'memory');
const counted = ({ per }: Limit | Places) => (per.length === 0 ? 'everybody together' : per.join(' and '));
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** The text of docs/LIMITS.md. */
export function limitsDocument(): string {
  const requests = Object.values<Limit>(REQUESTS).map((limit) => [
    ...[limit.what, `${amount(limit)} in ${duration(limit.seconds)}`, OUTCOMES[limit.past], kept(limit)],
  ]);
  const limits = Object.values<Limit>(LIMITS).map((limit) => [
    ...[limit.what, counted(limit), `${amount(limit)} in ${duration(limit.seconds)}`],
    ...[limit.more ?? '', OUTCOMES[limit.past], kept(limit)],
  ]);
  const places = Object.values<Places>(PLACES).map((limit) => [
    ...[limit.what, counted(limit), amount(limit), limit.more ?? '', OUTCOMES[limit.past]],
  ]);
  return `# Limits

What anyone may do, and how often. \`npm run limits\` prints this page from \`server/limits/limits.ts\`; a test fails when it differs.

A *network* is an IPv4 address or an IPv6 /64, a *wide network* a /24 or a /48. Windows slide: at no moment have more passed in
the time before it. Only the counts of strangers' failed sign-ins and of log lines begin anew each hour and minute. What is kept in
the *database* counts on all processes together and over restarts; on SQLite, with its one process, calls of a route are always counted in
memory. What is kept in *memory* counts for each process by itself.

## Requests

Each route counts each network by itself. For strangers a /48 has ${WIDE.requests.ipv6} times and a /24 ${WIDE.requests.ipv4} times as much, counted in memory; private
networks and staff are not held to that. Polls of guests, lists of staff, pages and files have no limit: they are answered from
memory, or only staff can ask for them.

${table(['calls of a route', 'a network may', 'past it', 'kept in'], requests)}

## Other limits

${table(['what', 'who is counted', 'may', 'what buys more', 'past it', 'kept in'], limits)}

The place of a waiting email goes by how many its network and its wide network have asked for. A known device, and a session where a
password is asked for again, count their failed sign-ins apart from the network. Page views stop at two
thirds of \`ROW_BUDGET\`, so that codes and sign-ins keep their entries, and as soon as the disk is nearly full.

## At once

In one process, or for one thing however long it takes.

${table(['what', 'who is counted', 'may be', 'what buys more', 'past it'], places)}

Connections, and the sockets of guests and users, are shared between networks: a network has a tenth at most, less the fuller it
gets, and a wide network ${WIDE.places} times that.

Passwords are hashed one at a time for each core. The queue holds five seconds of that work, in fair turns between networks; a wide
network never gets the last places, and known devices have places of their own. Past it:
${OUTCOMES.busy}. \`MAIL_RATE\` emails a minute leave the server, in the order of their turns.
`;
}
