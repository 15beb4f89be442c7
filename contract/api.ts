import type { Endpoint } from './endpoint.ts';

type Module =
  | typeof import('./account.ts')
  | typeof import('./account-sessions.ts')
  | typeof import('./activity.ts')
  | typeof import('./auth.ts')
  | typeof import('./bulk-jobs.ts')
  | typeof import('./captcha.ts')
  | typeof import('./care.ts')
  | typeof import('./dashboard.ts')
  | typeof import('./email-change.ts')
  | typeof import('./gate.ts')
  | typeof import('./guest-activity.ts')
  | typeof import('./help.ts')
  | typeof import('./mail-weather.ts')
  | typeof import('./notifications.ts')
  | typeof import('./portal.ts')
  | typeof import('./prompts.ts')
  | typeof import('./receipts.ts')
  | typeof import('./redirects.ts')
  | typeof import('./registration.ts')
  | typeof import('./second-factor.ts')
  | typeof import('./settings.ts')
  | typeof import('./users.ts')
  | typeof import('./verification.ts')
  | typeof import('./verified.ts')
  | typeof import('./webhooks.ts');

type EndpointsOf<M> = M extends unknown ? Extract<M[keyof M], Endpoint> : never;

/**
 * Every endpoint by "METHOD /path". It is a type only, so the browser can call the API fully typed
 * without downloading a single schema.
 */
export type Api = { [E in EndpointsOf<Module> as `${E['method']} ${E['path']}`]: E };
