import type { Endpoint } from './endpoint.ts';

type Module =
  | typeof import('./account/account.ts')
  | typeof import('./log/activity.ts')
  | typeof import('./log/audit.ts')
  | typeof import('./auth/auth.ts')
  | typeof import('./users/bulk.ts')
  | typeof import('./captcha/captcha.ts')
  | typeof import('./guests/messages.ts')
  | typeof import('./dashboard/dashboard.ts')
  | typeof import('./account/email.ts')
  | typeof import('./account/picture.ts')
  | typeof import('./verification/gate.ts')
  | typeof import('./guests/guests.ts')
  | typeof import('./guests/help.ts')
  | typeof import('./verification/delivery-times.ts')
  | typeof import('./notifications/notifications.ts')
  | typeof import('./boot/portal.ts')
  | typeof import('./programs/embed.ts')
  | typeof import('./people/people.ts')
  | typeof import('./programs/keys.ts')
  | typeof import('./verification/receipts.ts')
  | typeof import('./redirects/redirects.ts')
  | typeof import('./registration/registration.ts')
  | typeof import('./auth/second-factor.ts')
  | typeof import('./settings/settings.ts')
  | typeof import('./auth/sso.ts')
  | typeof import('./users/users.ts')
  | typeof import('./verification/verification.ts')
  | typeof import('./verification/verified.ts')
  | typeof import('./programs/webhooks.ts')
  | typeof import('./views/views.ts');

type EndpointsOf<M> = M extends unknown ? Extract<M[keyof M], Endpoint> : never;

/** A type only, so that the browser's calls are typed without downloading schemas. */
export type Api = { [E in EndpointsOf<Module> as `${E['method']} ${E['path']}`]: E };
