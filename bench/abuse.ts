/** One attacker with many networks against honest users: who succeeds, and how long do they wait? */
import { deniedCodes } from './abuse/codes.ts';
import { idleConnections } from './abuse/connections.ts';
import { crowdOfOneNetwork, manyNetworks } from './abuse/crowd.ts';
import { bothDatabases } from './abuse/databases.ts';
import { mailFlood } from './abuse/mail.ts';
import { hangUp } from './abuse/portal.ts';
import { junkRows } from './abuse/rows.ts';
import { allAtOnce, challengeFlood, junkSignIns, keptOut, signInFlood } from './abuse/sign-ins.ts';
import { sweptLimits } from './abuse/sweep.ts';

const ATTACKS = {
  deniedCodes,
  mailFlood,
  junkRows,
  manyNetworks,
  crowdOfOneNetwork,
  allAtOnce,
  signInFlood,
  keptOut,
  challengeFlood,
  junkSignIns,
  idleConnections,
  sweptLimits,
};

const wanted = process.env.BENCH_ATTACKS?.split(',');
const { databases, stop } = await bothDatabases();
try {
  for (const [name, attack] of Object.entries(ATTACKS)) {
    if (wanted !== undefined && !wanted.includes(name)) continue;
    for (const database of databases) await attack(database);
  }
} finally {
  hangUp();
  await stop();
}
