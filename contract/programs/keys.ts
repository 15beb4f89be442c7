import * as z from 'zod';
import { Done, endpoint, Id, name } from '../endpoint.ts';
import { Proposal } from '../settings/settings.ts';
import { KEY_NAME_MAX, KEY_STATES, NETWORKS_MAX, SCOPE_NAMES } from './keys.rules.ts';

const ScopeName = z.enum(SCOPE_NAMES);

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The visible start of the key. */
  prefix: z.string(),
  scopes: z.array(ScopeName),
  /** Empty: from everywhere. */
  networks: z.array(z.string()),
  madeBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Up to a minute old. */
  usedAt: z.iso.datetime().nullable(),
  state: z.enum(KEY_STATES),
  /** Whether the reader can confirm it; null if nothing waits. */
  confirmation: Proposal.shape.confirmation.nullable(),
  confirmedBy: z.string().nullable(),
  /** When it opens addresses, unless an admin ends it before. Null if nothing waits, or only for another admin. */
  inForceAt: z.iso.datetime().nullable(),
});
export type ApiKey = z.output<typeof ApiKey>;

export const NewKeyInput = z.object({
  name: name(KEY_NAME_MAX).min(1, 'Please enter a name'),
  scopes: z
    .array(ScopeName, 'Choose at least one scope')
    .min(1, 'Choose at least one scope')
    .max(SCOPE_NAMES.length, 'Name each scope only once'),
  expiresAt: z.iso.datetime({ offset: true, error: 'Choose when the key expires' }),
  networks: z
    .array(z.string().trim().min(1).max(60), 'Enter addresses or CIDRs')
    .max(NETWORKS_MAX, `A key can have up to ${NETWORKS_MAX} networks`)
    .default([]),
});
export type NewKeyInput = z.output<typeof NewKeyInput>;

const id = z.object({ id: Id });

export const listKeys = endpoint('GET /api/admin/api-keys', {
  summary: 'The API keys, newest first, without their secrets',
  answer: z.array(ApiKey),
});

export const makeKey = endpoint('POST /api/admin/api-keys', {
  summary:
    'Make an API key; `key` in the answer is shown once. 202 if it opens addresses only when another admin has confirmed it or 24 hours have passed',
  body: NewKeyInput,
  answer: ApiKey.extend({ key: z.string() }),
  mayWait: true,
});

export const confirmKey = endpoint('POST /api/admin/api-keys/:id/confirm', {
  summary: "Confirm another admin's API key, so that it opens addresses",
  params: id,
  answer: ApiKey,
});

export const endKey = endpoint('DELETE /api/admin/api-keys/:id', {
  summary: 'End an API key at once',
  params: id,
  answer: Done,
});
