import type { FastifyInstance } from 'fastify';
import { challenge } from '../../../contract/captcha.ts';
import type { Core } from '../../core.ts';
import { limiter } from '../../http/limits.ts';
import { serve } from '../../http/route.ts';
import type { Captcha } from './captcha.ts';

export function captchaRoutes(
  app: FastifyInstance,
  { captcha, clock }: Pick<Core, 'clock'> & { captcha: Captcha },
): void {
  /** A copy of one known device must not spare a whole botnet the harder ones. */
  const waitOfDevice = limiter({ most: 20, seconds: 60 }, clock);

  serve(app, challenge, {
    access: 'anyone',
    limits: { rate: { most: 60, seconds: 60 } },
    handler: ({ query, request }) => {
      const device = app.deviceCookie.read(request);
      const isKnown = device !== null && waitOfDevice(device.id) === 0;
      return captcha.challenge(query.algorithm, { address: request.ipAddress, ...(isKnown && { known: device.id }) });
    },
  });
}
