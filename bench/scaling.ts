/** Beyond one machine: what many processes on one PostgreSQL cost each other, and where the first limit is. */
import { claimed } from './scaling/claimed.ts';
import { connections } from './scaling/connections.ts';
import { partitioned } from './scaling/partitioned.ts';
import { idle, portals } from './scaling/portals.ts';
import { startScalingPostgres } from './scaling/postgres.ts';
import { table } from './scaling/tables.ts';
import { commits, replicas, told } from './scaling/told.ts';

const only = process.env.BENCH_SCALING?.split(',');
const postgres = await startScalingPostgres();
const PARTS = {
  async portals() {
    const head = [
      'requests',
      'processes',
      'answers/s',
      'refused',
      'Node, CPU ms each',
      'PostgreSQL, CPU ms each',
      'statements each',
      'connections',
    ];
    table('portals', head, await portals(postgres));
  },
  async idle() {
    const head = [
      'processes',
      'statements/s each',
      'updates/s each',
      'transactions/s each',
      'Node, CPU ms/s each',
      'PostgreSQL, CPU ms/s each',
      'connections',
    ];
    table('idle', head, await idle(postgres));
  },
  async told() {
    const head = [
      'processes',
      'messages/s',
      'NOTIFY/s',
      'messages in each',
      'heard after ms, p50',
      'p99',
      'missed',
      'PostgreSQL, CPU ms a NOTIFY',
      'a listener, CPU µs a NOTIFY',
      'queue',
    ];
    table('told', head, await told(postgres));
  },
  async commits() {
    const head = ['writers', 'commits/s', 'p99 ms', 'commits/s with NOTIFY', 'p99 ms'];
    table('commits', head, await commits(postgres));
  },
  async replicas() {
    const head = ['processes', 'read by all after ms, p50', 'p99', 'reads a change', 'PostgreSQL, CPU ms a change'];
    table('replicas', head, await replicas(postgres));
  },
  async claimed() {
    const head = [
      'outbox',
      'processes',
      'sent/s',
      'sent twice',
      'statements/s',
      'claims/s',
      'rows claimed for one sent',
      'rolled back/s',
      'waiting for a lock',
      'PostgreSQL, of a core',
      'indexes at the end',
    ];
    table('claimed', head, await claimed(postgres));
  },
  async connections() {
    table('connections', ['idle connections', 'MB in all', 'MB each'], await connections(postgres));
  },
  async partitioned() {
    const each = ['pages read', 'planned in ms', 'run in ms'];
    table('partitioned', ['question', ...each, ...each.map((one) => `in months: ${one}`)], await partitioned(postgres));
  },
};
try {
  for (const [name, run] of Object.entries(PARTS)) if (only === undefined || only.includes(name)) await run();
} finally {
  await postgres.stop();
}
