import * as z from 'zod';
import { Done, endpoint, Id, name } from '../endpoint.ts';
import { BrowserAnswer, BrowserOptions, CurrentPassword, Factor, FactorKinds, Totp } from './auth.ts';
import { PASSKEY_NAME_MAX } from './second-factor.rules.ts';

const PasskeyName = name(PASSKEY_NAME_MAX, 'Names').min(1, 'Please give it a name');

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

/** Recovery codes come with the first factor, shown once; null when there are some already. */
const Added = z.object({ recoveryCodes: z.array(z.string()).nullable() });

export const secondFactors = endpoint('GET /api/auth/second-factor', {
  summary: 'The second factors of the own account',
  answer: SecondFactors,
});

export const beginTotp = endpoint('POST /api/auth/second-factor/totp', {
  summary: 'Begin to add an app: its secret, which counts once a code of it was entered',
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
  summary: 'Begin to add a passkey: what the browser is asked for',
  answer: BrowserOptions,
});

export const addPasskey = endpoint('POST /api/auth/second-factor/passkeys', {
  summary: 'Add the passkey that the browser has made',
  body: z.object({ name: PasskeyName, passkey: BrowserAnswer }),
  answer: Added,
});

export const renamePasskey = endpoint('PATCH /api/auth/second-factor/passkeys/:id', {
  summary: 'Give a passkey another name',
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
  summary: 'Ten new recovery codes, shown this once; the old ones stop working',
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const resetSecondFactor = endpoint('DELETE /api/admin/users/:id/second-factor', {
  summary: 'Remove every second factor of somebody who has lost them; sessions end at once',
  params: z.object({ id: Id }),
  answer: Done,
});

export const proof = endpoint('GET /api/auth/proof', {
  summary: 'How one can show that it is oneself, and until when the last proof lasts',
  answer: z.object({
    password: z.boolean(),
    factors: FactorKinds,
    provenUntil: z.iso.datetime().nullable(),
  }),
});

export const proofPasskeyOptions = endpoint('POST /api/auth/proof/passkey/options', {
  summary: 'What the browser is asked for: a passkey of the own account',
  answer: BrowserOptions,
});

export const prove = endpoint('POST /api/auth/proof', {
  summary: 'Show that it is oneself; calls that need it work for ten minutes',
  body: z.union([z.strictObject({ password: CurrentPassword }), ...Factor.options]),
  answer: Done,
});
