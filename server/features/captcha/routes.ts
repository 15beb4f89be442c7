import type { FastifyInstance } from 'fastify';
import { challenge } from '../../../contract/captcha/captcha.ts';
import type { Core } from '../../core.ts';
import { serve } from '../../http/route.ts';
import { SlidingCounts } from '../../limits/sliding-counts.ts';
import type { Captcha } from './captcha.ts';

/** A copied device cookie must not spare a botnet the harder ones. */
const EASY_ONES = { most: 20, ms: 60_000 };
const DEVICES_MAX = 2_000;

export function captchaRoutes(
  app: FastifyInstance,
  { captcha, clock }: Pick<Core, 'clock'> & { captcha: Captcha },
): void {
  const devices = new SlidingCounts(DEVICES_MAX);
  const takesEasyOne = (device: string) => {
    const now = clock.now();
    if (devices.wait(device, EASY_ONES, now) > 0) return false;
    devices.add(device, EASY_ONES, now);
    return true;
  };

  serve(app, challenge, {
    access: 'anyone',
    limits: { rate: { most: 60, seconds: 60 } },
    handler: ({ query, request }) => {
      const device = app.deviceCookie.read(request);
      const isKnown = device !== null && takesEasyOne(device.id);
      return captcha.challenge(query.algorithm, { address: request.ipAddress, ...(isKnown && { known: device.id }) });
    },
  });
}
