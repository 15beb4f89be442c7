import type { FastifyInstance } from 'fastify';
import type { Core } from '../../core.ts';
import { sweepAdminHistory } from '../../sessions/admin-history.ts';
import { settingsRoutes } from './routes.ts';
import { SettingsStore } from './settings.ts';

export async function openSettings(core: Core) {
  const settings = new SettingsStore(core);
  await settings.load();
  return {
    settings,
    routes: (http: FastifyInstance) => settingsRoutes(http, { ...core, settings }),
    async sweep() {
      await settings.bringDueIntoForce();
      await sweepAdminHistory(core.db, core.clock.now());
    },
  };
}
