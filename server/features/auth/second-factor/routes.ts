import type { FastifyInstance } from 'fastify';
import {
  addPasskey,
  beginTotp,
  confirmTotp,
  newRecoveryCodes,
  passkeyOptions,
  removePasskey,
  removeTotp,
  renamePasskey,
  secondFactors,
} from '../../../../contract/auth/second-factor.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import {
  addPasskey as add,
  confirmTotp as confirm,
  newPasskeyOptions,
  type OwnFactorDeps,
  offerTotp,
  ownFactors,
  removePasskey as remove,
  removeTotp as removeApp,
  renamePasskey as rename,
  replaceRecoveryCodes,
} from './own.ts';

const CHANGES = { rate: REQUESTS.factorChanges };

/** Also for those who cannot do anything else before they have one: see `REQUIRE_MFA`. */
export function secondFactorRoutes(app: FastifyInstance, deps: OwnFactorDeps): void {
  serve(app, secondFactors, {
    access: 'own-password',
    limits: { rate: REQUESTS.factorReads },
    handler: ({ session }) => ownFactors(deps, session),
  });

  serve(app, beginTotp, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    change: ({ session, actor }) => offerTotp(deps, actor(), session),
  });

  serve(app, confirmTotp, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    change: async ({ body, actor }) => ({ recoveryCodes: await confirm(deps, actor(), body.totp) }),
  });

  serve(app, removeTotp, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    change: ({ actor }) => removeApp(deps, actor()),
  });

  serve(app, passkeyOptions, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    change: async ({ session, actor }) => ({ ...(await newPasskeyOptions(deps, actor(), session)) }),
  });

  serve(app, addPasskey, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    change: async ({ session, body, actor }) => ({ recoveryCodes: await add(deps, actor(), session, body) }),
  });

  serve(app, renamePasskey, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    change: ({ params, body, actor }) => rename(deps, actor(), { ...params, ...body }),
  });

  serve(app, removePasskey, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    change: ({ params, actor }) => remove(deps, actor(), params.id),
  });

  serve(app, newRecoveryCodes, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    change: async ({ actor }) => ({ recoveryCodes: await replaceRecoveryCodes(deps, actor()) }),
  });
}
