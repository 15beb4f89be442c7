import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenedBy } from '../../../../contract/programs/embed.ts';
import type { Core } from '../../../core.ts';
import { createFlows } from './flows.ts';
import { type EmbedRoutesDeps, embedRoutes } from './routes.ts';
import { embedScript } from './script.ts';

interface EmbedDeps extends Pick<Core, 'config' | 'keys' | 'clock'>, Pick<EmbedRoutesDeps, 'receiptFor'> {
  readonly webDir: string | undefined;
}

export function openEmbed(deps: EmbedDeps) {
  const { config, webDir } = deps;
  const flows = createFlows(deps);
  const isOn = config.outcome.embedOrigins.length > 0;
  return {
    siteFor({ headers }: FastifyRequest, flow: string | null, guestSecret: string): OpenedBy | undefined {
      if (!isOn || flow === null) return undefined;
      const known = flows.read(flow, guestSecret);
      if (known !== null) return { origin: known.origin, id: known.id, flow };
      return flows.begin(headers.referer, flow, guestSecret) ?? undefined;
    },

    routes(http: FastifyInstance) {
      const script = isOn ? embedScript(webDir, config.publicUrl.origin) : null;
      embedRoutes(http, { ...deps, flows, script });
    },
  };
}
