import type { FastifyInstance } from 'fastify';
import {
  addPasskey,
  beginTotp,
  confirmTotp,
  newRecoveryCodes,
  passkeyOptions,
  proof,
  proofPasskeyOptions,
  prove,
  removePasskey,
  removeTotp,
  renamePasskey,
  secondFactors,
} from '../../../../contract/auth/second-factor.ts';
import { serve } from '../../../http/route.ts';
import { REQUESTS } from '../../../limits/limits.ts';
import type { AuthDeps } from '../complete-sign-in.ts';
import {
  deletePasskey,
  disableTotp,
  enableTotp,
  newPasskeyOptions,
  offerTotp,
  ownFactors,
  replaceRecoveryCodes,
  setPasskeyName,
  storePasskey,
} from './own.ts';
import { stepUp, stepUpMethods, stepUpPasskeyOptions } from './step-up.ts';

/** Also open to users who must first add a second factor (`REQUIRE_MFA`). */
const READ = { access: 'own-password', limits: { rate: REQUESTS.factorReads } } as const;
const CHANGE = { access: 'own-password', fresh: 'always', limits: { rate: REQUESTS.factorChanges } } as const;

export function secondFactorRoutes(app: FastifyInstance, deps: AuthDeps): void {
  serve(app, secondFactors, { ...READ, handler: ({ session }) => ownFactors(deps, session) });

  serve(app, beginTotp, { ...CHANGE, change: ({ actor }) => offerTotp(deps, actor()) });

  serve(app, confirmTotp, {
    ...CHANGE,
    change: async ({ body, actor }) => ({ recoveryCodes: await enableTotp(deps, actor(), body.totp) }),
  });

  serve(app, removeTotp, { ...CHANGE, change: ({ actor }) => disableTotp(deps, actor()) });

  serve(app, passkeyOptions, { ...CHANGE, change: ({ actor }) => newPasskeyOptions(deps, actor()) });

  serve(app, addPasskey, {
    ...CHANGE,
    change: async ({ body: { name, passkey }, actor }) => ({
      recoveryCodes: await storePasskey(deps, actor(), name, passkey),
    }),
  });

  serve(app, renamePasskey, {
    ...CHANGE,
    change: ({ params, body, actor }) => setPasskeyName(deps, actor(), params.id, body.name),
  });

  serve(app, removePasskey, { ...CHANGE, change: ({ params, actor }) => deletePasskey(deps, actor(), params.id) });

  serve(app, newRecoveryCodes, {
    ...CHANGE,
    change: async ({ actor }) => ({ recoveryCodes: await replaceRecoveryCodes(deps, actor()) }),
  });

  serve(app, proof, { ...READ, handler: ({ session }) => stepUpMethods(deps, session) });

  serve(app, proofPasskeyOptions, {
    access: 'own-password',
    limits: { rate: REQUESTS.factorChanges },
    change: ({ actor }) => stepUpPasskeyOptions(deps, actor()),
  });

  serve(app, prove, {
    access: 'own-password',
    limits: { rate: REQUESTS.passwordChecks },
    change: async ({ body, actor, reply }) => app.sessionCookie.write(reply, await stepUp(deps, actor(), body)),
  });
}
