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
} from '../../../contract/second-factor.ts';
import { serve } from '../../http/route.ts';
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

const CHANGES = { rate: { most: 30, seconds: 60 } };

/** Also for those who cannot do anything else before they have one: see `REQUIRE_MFA`. */
export function secondFactorRoutes(app: FastifyInstance, deps: OwnFactorDeps): void {
  serve(app, secondFactors, {
    access: 'own-password',
    limits: { rate: { most: 120, seconds: 60 } },
    handler: ({ session }) => ownFactors(deps, session),
  });

  serve(app, beginTotp, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    handler: ({ session }) => offerTotp(deps, session),
  });

  serve(app, confirmTotp, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    handler: async ({ session, body, visitor }) => ({
      recoveryCodes: await confirm(deps, session, body.totp, visitor()),
    }),
  });

  serve(app, removeTotp, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    handler: ({ session, visitor }) => removeApp(deps, session, visitor()),
  });

  serve(app, passkeyOptions, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    handler: async ({ session }) => ({ ...(await newPasskeyOptions(deps, session)) }),
  });

  serve(app, addPasskey, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    handler: async ({ session, body, visitor }) => ({ recoveryCodes: await add(deps, session, body, visitor()) }),
  });

  serve(app, renamePasskey, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    handler: ({ session, params, body, visitor }) => rename(deps, session, { ...params, ...body }, visitor()),
  });

  serve(app, removePasskey, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    handler: ({ session, params, visitor }) => remove(deps, session, params.id, visitor()),
  });

  serve(app, newRecoveryCodes, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    handler: async ({ session, visitor }) => ({ recoveryCodes: await replaceRecoveryCodes(deps, session, visitor()) }),
  });
}
