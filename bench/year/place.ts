import type { Database } from '../abuse/portal.ts';
import { benchInstallation } from '../servers.ts';
import { prepare } from '../sessions.ts';
import { type Amounts, fillDays } from './fill.ts';

/** An installation after this many days, and an admin's session. */
export interface Place {
  readonly installation: ReturnType<typeof benchInstallation>;
  readonly cookie: string;
}

export async function filledPlace(database: Database, amounts: Amounts): Promise<Place> {
  const installation = benchInstallation(await database.fresh());
  const { config } = installation;
  await prepare(config, 0, (db, keys) => fillDays(db, keys, amounts, config.databaseUrl));
  // Created afterwards: exports need a step-up that is minutes old, and filling takes longer.
  const [admin] = await prepare(config, 1);
  return { installation, cookie: admin?.cookie ?? '' };
}

/** Seconds from the command to the first answer. */
export async function startPlace({ installation }: Pick<Place, 'installation'>) {
  const began = performance.now();
  const server = await installation.start();
  await fetch(`${server.url}/healthz`);
  return { server, seconds: (performance.now() - began) / 1_000 };
}
