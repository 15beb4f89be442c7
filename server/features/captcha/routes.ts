import type { FastifyInstance } from 'fastify';
import { challenge } from '../../../contract/captcha/captcha.ts';
import type { Core } from '../../core.ts';
import { serve } from '../../http/route.ts';
import { LIMITS, REQUESTS } from '../../limits/limits.ts';
import { inMemory } from '../../limits/memory-counts.ts';
import type { Captcha } from './captcha.ts';

export function captchaRoutes(
  app: FastifyInstance,
  { captcha, clock }: Pick<Core, 'clock'> & { captcha: Captcha },
): void {
  /** Otherwise one copied device cookie would spare a botnet the harder captchas. */
  const takesEasyOne = inMemory(LIMITS.easyCaptchas, clock);

  serve(app, challenge, {
    access: 'anyone',
    limits: { rate: REQUESTS.signInPages },
    handler: ({ query, request }) => {
      const device = app.deviceCookie.read(request);
      const isKnown = device !== null && takesEasyOne(device.id);
      return captcha.challenge(query.algorithm, { address: request.ipAddress, ...(isKnown && { known: device.id }) });
    },
  });
}
