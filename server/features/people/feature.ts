import type { FastifyInstance } from 'fastify';
import type { Core } from '../../core.ts';
import type { Mailbox } from '../../delivery/dev-mailbox.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { Erasures, type ErasuresDeps } from './erasures.ts';
import { deleteExpiredHolds } from './holds.ts';
import { peopleRoutes } from './routes.ts';

interface PeopleDeps extends Core {
  readonly settings: Pick<SettingsStore, 'current'>;
  readonly mailbox: Mailbox | null;
  readonly emit: ErasuresDeps['emit'];
}

export async function openPeople(deps: PeopleDeps) {
  const erasures = new Erasures(deps);
  await erasures.start();
  return {
    erasures,
    routes: (http: FastifyInstance) => peopleRoutes(http, { ...deps, erasures }),
    async sweep() {
      await deleteExpiredHolds(deps.db, deps.clock.now());
      await erasures.resume();
    },
    close: () => erasures.close(),
  };
}
