import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../../core.ts';
import type { Mailbox } from '../../delivery/dev-mailbox.ts';
import { serveWebApp, type WebAppOptions } from '../../http/web-app.ts';
import { isLoopback } from '../../visitor/address.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { healthRoutes } from './health.ts';
import { serveLogo } from './logo.ts';
import { mailboxRoutes } from './mailbox.ts';
import { portalFor, portalRoutes } from './portal.ts';
import { serveSecurityTxt } from './security-txt.ts';

interface BootDeps extends Core {
  readonly settings: SettingsStore;
  readonly leaving: { readonly begun: boolean };
  readonly mailbox: Mailbox | null;
  readonly webDir: string | undefined;
  readonly siteFor: WebAppOptions['siteFor'];
}

export const openBoot = (deps: BootDeps) => ({
  routes(http: FastifyInstance) {
    const { config, mailbox, webDir } = deps;
    const portal = { ...deps, logoUrl: serveLogo(http, config.dataDir) };
    healthRoutes(http, deps);
    portalRoutes(http, portal);
    serveSecurityTxt(http, deps);
    // Only locally: a public name means a proxy, and some forward without a header.
    if (mailbox !== null && isLoopback(config.publicUrl.hostname)) mailboxRoutes(http, mailbox);
    if (webDir !== undefined && existsSync(join(webDir, 'index.html')))
      serveWebApp(http, {
        ...deps,
        webDir,
        portalFor: ({ session }, language) => portalFor(portal, session, language),
      });
  },
});
