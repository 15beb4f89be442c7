import type { FastifyInstance } from 'fastify';
import { challenge } from '../../../contract/captcha.ts';
import { serve } from '../../http/route.ts';
import type { Captcha } from './captcha.ts';

export function captchaRoutes(app: FastifyInstance, captcha: Captcha): void {
  serve(app, challenge, {
    access: 'anyone',
    limits: { rate: { most: 60, seconds: 60 } },
    handler: ({ query }) => captcha.challenge(query.algorithm),
  });
}
