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
  deletePasskey,
  disableTotp,
  enableTotp,
  newPasskeyOptions,
  type OwnFactorDeps,
  offerTotp,
  ownFactors,
  replaceRecoveryCodes,
  setPasskeyName,
  storePasskey,
} from './own.ts';

const CHANGES = { rate: REQUESTS.factorChanges };

/** Also open to users who must add a second factor first (`REQUIRE_MFA`). */
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
    change: async ({ body, actor }) => ({ recoveryCodes: await enableTotp(deps, actor(), body.totp) }),
  });

  serve(app, removeTotp, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    change: ({ actor }) => disableTotp(deps, actor()),
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
    change: async ({ session, body, actor }) => ({ recoveryCodes: await storePasskey(deps, actor(), session, body) }),
  });

  serve(app, renamePasskey, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    change: ({ params, body, actor }) => setPasskeyName(deps, actor(), { ...params, ...body }),
  });

  serve(app, removePasskey, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    change: ({ params, actor }) => deletePasskey(deps, actor(), params.id),
  });

  serve(app, newRecoveryCodes, {
    access: 'own-password',
    fresh: 'always',
    limits: CHANGES,
    change: async ({ actor }) => ({ recoveryCodes: await replaceRecoveryCodes(deps, actor()) }),
  });
}
