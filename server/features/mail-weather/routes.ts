import type { FastifyInstance } from 'fastify';
import { mailWeather } from '../../../contract/mail-weather.ts';
import { serve } from '../../http/route.ts';
import type { MailWeather } from './mail-weather.ts';

/** No page shows more. */
const LISTED_MOST = 50;

export function mailWeatherRoutes(app: FastifyInstance, weather: MailWeather): void {
  serve(app, mailWeather, {
    access: 'back-office',
    limits: { rate: 'unlimited' },
    passive: true,
    handler: () => weather.list(LISTED_MOST),
  });
}
