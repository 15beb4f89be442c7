import type { FastifyInstance } from 'fastify';
import type { Core } from '../../core.ts';
import { createCaptcha } from './captcha.ts';
import { captchaRoutes } from './routes.ts';

export function openCaptcha(core: Core) {
  const captcha = createCaptcha(core);
  return {
    captcha,
    routes: (http: FastifyInstance) => captchaRoutes(http, { ...core, captcha }),
    sweep: (closing: AbortSignal) => captcha.sweep(closing),
    close: () => captcha.close(),
  };
}
