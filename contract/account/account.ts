import * as z from 'zod';
import { CurrentPassword } from '../auth/auth.ts';
import { Done, endpoint, Id, isText, optional, optionalName } from '../endpoint.ts';
import { problem } from '../language/problem.rules.ts';
import { DetailInputs, Profile, UserSession } from '../users/users.ts';

const PHONE_INVALID = problem('phoneInvalid');
const DATE_INVALID = problem('dateInvalid');
const BIO_MAX = 1_000;

const Phone = optional(
  z
    .string(PHONE_INVALID)
    .trim()
    .refine((text) => text === '' || /^\+?\d[\d ()./-]{3,30}$/.test(text), PHONE_INVALID),
);

const isPastDate = (text: string) => {
  const time = Date.parse(text);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    time <= Date.now() &&
    text >= '1900-01-01' &&
    new Date(time).toISOString().startsWith(text)
  );
};
const DateOfBirth = optional(z.string(DATE_INVALID).refine((text) => text === '' || isPastDate(text), DATE_INVALID));

const Bio = optional(
  z.string().trim().max(BIO_MAX, problem('tooLong', BIO_MAX)).refine(isText, problem('notPlainText')),
);

export const ProfileInput = z.object({
  firstName: DetailInputs.firstName,
  lastName: DetailInputs.lastName,
  phone: Phone,
  dateOfBirth: DateOfBirth,
  bio: Bio,
  address: optionalName(200),
  city: optionalName(100),
  country: optionalName(100),
});
export type ProfileInput = z.output<typeof ProfileInput>;

export const OwnProfile = Profile.extend({ firstName: z.string().nullable(), lastName: z.string().nullable() });
export type OwnProfile = z.output<typeof OwnProfile>;

export const ownProfile = endpoint('GET /api/user/profile', {
  summary: "The signed-in user's own details",
  answer: OwnProfile,
});

export const updateOwnProfile = endpoint('PATCH /api/user/profile', {
  summary: "Replace the signed-in user's own details",
  body: ProfileInput,
  answer: OwnProfile,
});

export const chooseLanguage = endpoint('PATCH /api/user/language', {
  summary: "Choose the language of the signed-in user's pages and emails",
  body: z.object({ language: z.string().max(20) }),
  answer: Done,
});

export const Terms = z.object({
  text: z.string(),
  /** Accepting sends the version that was shown. */
  version: z.string(),
  acceptedAt: z.iso.datetime().nullable(),
  /** True if staff redirected the user to the terms, accepted or not. */
  asked: z.boolean(),
});
export type Terms = z.output<typeof Terms>;

export const terms = endpoint('GET /api/user/terms', {
  summary: 'The terms as they are now, and when the signed-in user accepted them',
  answer: Terms,
});

export const acceptTerms = endpoint('POST /api/user/terms/accept', {
  summary: 'Accept the terms as they were shown',
  body: z.object({ version: z.string().max(100) }),
  answer: Terms,
});

export const SecurityCheckInput = z.object({ password: CurrentPassword });

export const securityCheck = endpoint('POST /api/user/security-check', {
  summary: "Confirm the signed-in user's password",
  body: SecurityCheckInput,
  answer: Done,
});

export const ownSessions = endpoint('GET /api/auth/sessions', {
  summary: 'Where the signed-in user is signed in right now, last used first',
  answer: z.array(UserSession),
});

export const endOwnSession = endpoint('DELETE /api/auth/sessions/:id', {
  summary: 'Sign out in one place',
  params: z.object({ id: Id }),
  answer: Done,
});

export const endOtherSessions = endpoint('DELETE /api/auth/sessions', {
  summary: 'Sign out everywhere else',
  answer: z.object({ ended: z.int() }),
});
