import * as z from 'zod';
import { Done, endpoint, Id, name } from '../endpoint.ts';
import { problem } from '../language/problem.rules.ts';
import { BrowserAnswer, BrowserOptions, CurrentPassword, Factor, FactorKinds, Totp } from './auth.ts';
import { PASSKEY_NAME_MAX } from './second-factor.rules.ts';

const PasskeyName = name(PASSKEY_NAME_MAX).min(1, problem('nameMissing'));

export const SecondFactors = z.object({
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdAt: z.iso.datetime(),
      usedAt: z.iso.datetime().nullable(),
    }),
  ),
  totpSince: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
  required: z.boolean(),
});
export type SecondFactors = z.output<typeof SecondFactors>;

/** Shown once, with the first factor. Null if there are codes already. */
const Added = z.object({ recoveryCodes: z.array(z.string()).nullable() });

export const secondFactors = endpoint('GET /api/auth/second-factor', {
  summary: "The signed-in user's second factors",
  answer: SecondFactors,
});

export const beginTotp = endpoint('POST /api/auth/second-factor/totp', {
  summary: 'Start adding an app; its secret counts once a code from it was entered',
  answer: z.object({ secret: z.string(), uri: z.string() }),
});

export const confirmTotp = endpoint('POST /api/auth/second-factor/totp/confirm', {
  summary: 'Add the app that shows this code',
  body: z.object({ totp: Totp }),
  answer: Added,
});

export const removeTotp = endpoint('DELETE /api/auth/second-factor/totp', {
  summary: 'Remove the app',
  answer: Done,
});

export const passkeyOptions = endpoint('POST /api/auth/second-factor/passkeys/options', {
  summary: "Start adding a passkey: options for the browser's passkey dialog",
  answer: BrowserOptions,
});

export const addPasskey = endpoint('POST /api/auth/second-factor/passkeys', {
  summary: 'Add the passkey that the browser created',
  body: z.object({ name: PasskeyName, passkey: BrowserAnswer }),
  answer: Added,
});

export const renamePasskey = endpoint('PATCH /api/auth/second-factor/passkeys/:id', {
  summary: 'Rename a passkey',
  params: z.object({ id: Id }),
  body: z.object({ name: PasskeyName }),
  answer: Done,
});

export const removePasskey = endpoint('DELETE /api/auth/second-factor/passkeys/:id', {
  summary: 'Remove a passkey',
  params: z.object({ id: Id }),
  answer: Done,
});

export const newRecoveryCodes = endpoint('POST /api/auth/second-factor/recovery-codes', {
  summary: 'Create ten new recovery codes, shown only once; the old ones no longer work',
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const resetSecondFactor = endpoint('DELETE /api/admin/users/:id/second-factor', {
  summary: 'Remove all second factors of a user who lost them; sessions end at once',
  params: z.object({ id: Id }),
  answer: Done,
});

export const proof = endpoint('GET /api/auth/proof', {
  summary: 'How the signed-in user can pass a step-up, and how long the last one counts',
  answer: z.object({
    password: z.boolean(),
    factors: FactorKinds,
    provenUntil: z.iso.datetime().nullable(),
  }),
});

export const proofPasskeyOptions = endpoint('POST /api/auth/proof/passkey/options', {
  summary: "Options for the browser's passkey dialog in a step-up",
  answer: BrowserOptions,
});

export const prove = endpoint('POST /api/auth/proof', {
  summary: 'Pass a step-up; calls that need one work for ten minutes',
  body: z.union([z.strictObject({ password: CurrentPassword }), ...Factor.options]),
  answer: Done,
});
