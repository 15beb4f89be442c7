import type * as account from './account.ts';
import type * as activity from './activity.ts';
import type * as auth from './auth.ts';
import type * as captcha from './captcha.ts';
import type * as dashboard from './dashboard.ts';
import type { Endpoint } from './endpoint.ts';
import type * as gate from './gate.ts';
import type * as guestActivity from './guest-activity.ts';
import type * as notifications from './notifications.ts';
import type * as portal from './portal.ts';
import type * as prompts from './prompts.ts';
import type * as redirects from './redirects.ts';
import type * as registration from './registration.ts';
import type * as settings from './settings.ts';
import type * as users from './users.ts';
import type * as verification from './verification.ts';

type EndpointsOf<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint
    ? `${Module[Name]['method']} ${Module[Name]['path']}`
    : never]: Module[Name] extends Endpoint ? Module[Name] : never;
};

/**
 * Every endpoint by "METHOD /path". It is a type only, so the browser can call the API fully typed
 * without downloading a single schema.
 */
export type Api = EndpointsOf<typeof account> &
  EndpointsOf<typeof activity> &
  EndpointsOf<typeof auth> &
  EndpointsOf<typeof captcha> &
  EndpointsOf<typeof dashboard> &
  EndpointsOf<typeof gate> &
  EndpointsOf<typeof guestActivity> &
  EndpointsOf<typeof notifications> &
  EndpointsOf<typeof portal> &
  EndpointsOf<typeof prompts> &
  EndpointsOf<typeof redirects> &
  EndpointsOf<typeof registration> &
  EndpointsOf<typeof settings> &
  EndpointsOf<typeof users> &
  EndpointsOf<typeof verification>;
