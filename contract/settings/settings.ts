import * as z from 'zod';
import { Done, endpoint, Id, isText } from '../endpoint.ts';
import { NOT_PLAIN_TEXT } from '../text/plain-text.ts';
import { TEXT_MAX, TEXT_TOO_LONG } from './guest-texts.rules.ts';
import {
  CONTACT_INVALID,
  CONTACT_MAX,
  isExitUrl,
  isSupportContact,
  PROPOSED_SETTINGS,
  type SettingName,
  TEXT_SETTINGS,
  type TextSetting,
} from './settings.rules.ts';

const HTTPS_INVALID = 'Please enter a valid HTTPS URL';

/** For more rules see `guest-texts.rules.ts`. */
const message = (missing: string) =>
  z.string(missing).trim().min(1, missing).max(TEXT_MAX, TEXT_TOO_LONG).refine(isText, NOT_PLAIN_TEXT);

const translation = z.string().trim().max(TEXT_MAX, TEXT_TOO_LONG).refine(isText, NOT_PLAIN_TEXT).optional();
const LanguageCode = z.string().max(20);

/** Shown instead of the stored bot token. Saving it keeps the token. */
export const TOKEN_MASK = '••••••••••••';

const emptyOr = (isValid: (text: string) => boolean, invalid: string) =>
  z
    .string()
    .trim()
    .refine((text) => text === '' || isValid(text), invalid)
    .nullish()
    .transform((text) => text ?? '');

const TelegramToken = emptyOr(
  (text) => text === TOKEN_MASK || /^\d{3,20}:[\w-]{20,100}$/.test(text),
  'This is not a bot token. It should look like 123456789:AAE…',
);
const TelegramChat = emptyOr(
  (text) => /^(?:-?\d{1,20}|@\w{4,32})$/.test(text),
  'This is not a chat ID. It should look like -1001234567890',
);

const days = (most: number, invalid: string) => z.int(invalid).min(1, invalid).max(most, invalid).optional();
const RetentionDays = days(3_650, 'Please enter a whole number of days from 1 to 3650');

export const SettingsInput = z.object({
  emailPromptMessage: message('Email prompt message is required'),
  codePromptMessage: message('Code prompt message is required'),
  exitMessage: message('Exit message is required'),
  exitUrl: z
    .string(HTTPS_INVALID)
    .trim()
    .max(2_000, HTTPS_INVALID)
    .refine((text) => URL.canParse(text), HTTPS_INVALID)
    .refine((text) => text.startsWith('https://'), 'Exit URL must start with https://')
    .refine(isExitUrl, HTTPS_INVALID),
  supportContact: z
    .string()
    .trim()
    .max(CONTACT_MAX, CONTACT_INVALID)
    .refine(isSupportContact, CONTACT_INVALID)
    .optional(),
  telegramBotToken: TelegramToken,
  telegramChatId: TelegramChat,
  termsText: z
    .string()
    .trim()
    .min(1, 'Terms text is required')
    .max(12_000, 'The terms can have at most 12,000 characters')
    .refine(isText, NOT_PLAIN_TEXT)
    .optional(),
  activityRetentionDays: RetentionDays,
  guestRetentionDays: RetentionDays,
  temporaryPasswordDays: days(30, 'Please enter a whole number of days from 1 to 30'),
  /** By language, without the default. A missing text stays; an empty one removes the translation. */
  translations: z
    .record(
      LanguageCode,
      z.object({ emailPromptMessage: translation, codePromptMessage: translation, exitMessage: translation }),
    )
    .optional(),
} satisfies Record<SettingName | 'translations', z.ZodType>);

export type SettingsInput = z.output<typeof SettingsInput>;

export const Proposal = z.object({
  id: z.string(),
  setting: z.enum(PROPOSED_SETTINGS),
  from: z.string(),
  to: z.string(),
  proposedBy: z.string(),
  proposedAt: z.iso.datetime(),
  inForceAt: z.iso.datetime(),
  confirmation: z.enum(['possible', 'own', 'too_new']),
});
export type Proposal = z.output<typeof Proposal>;

const Texts = z.object({
  emailPromptMessage: z.string(),
  codePromptMessage: z.string(),
  exitMessage: z.string(),
} satisfies Record<TextSetting, z.ZodType>);

export const Settings = z.object({
  emailPromptMessage: z.string(),
  codePromptMessage: z.string(),
  exitMessage: z.string(),
  exitUrl: z.string(),
  supportContact: z.string(),
  telegramBotToken: z.string(),
  telegramChatId: z.string(),
  termsText: z.string(),
  activityRetentionDays: z.int(),
  guestRetentionDays: z.int(),
  temporaryPasswordDays: z.int(),
  auditRetentionDays: z.int(),
  /** Texts in the other offered languages, as staff wrote them. */
  translations: z.record(z.string(), Texts.partial()),
  /** Our own texts, by language. The first language is the default. */
  shippedTexts: z.array(Texts.extend({ language: z.string() })),
  /** Stored values that break a rule: guests get the default text, or no exit. `exitMessage.de` is a translation. */
  notUsed: z.array(
    z.union([z.enum([...TEXT_SETTINGS, 'exitUrl']), z.templateLiteral([z.enum(TEXT_SETTINGS), '.', z.string()])]),
  ),
  nameableHosts: z.array(z.string()),
  exitHosts: z.array(z.string()),
  waiting: z.array(Proposal),
});
export type Settings = z.output<typeof Settings>;

export const settings = endpoint('GET /api/admin/settings', {
  summary: 'The settings; the bot token is masked',
  answer: Settings,
});

export const saveSettings = endpoint('POST /api/admin/settings', {
  summary:
    'Save the settings; saving the mask keeps the bot token, and translations that are left out stay. 202 if a change waits for another admin or for 24 hours',
  body: SettingsInput,
  answer: Settings,
  mayWait: true,
});

export const listProposals = endpoint('GET /api/admin/settings/proposals', {
  summary: 'Settings changes that wait until another admin confirms them or 24 hours have passed',
  answer: z.array(Proposal),
});

export const confirmProposal = endpoint('POST /api/admin/settings/proposals/:id/confirm', {
  summary: "Confirm another admin's change, so that it takes effect",
  params: z.object({ id: Id }),
  answer: Settings,
});

export const withdrawProposal = endpoint('POST /api/admin/settings/proposals/:id/withdraw', {
  summary: 'Withdraw a change that waits',
  params: z.object({ id: Id }),
  answer: Settings,
});

export const testChat = endpoint('POST /api/admin/settings/test-chat', {
  summary:
    "Send a test message with this bot token (or the saved one, by its mask) and chat ID; answers the service's own error",
  body: z.object({ telegramBotToken: TelegramToken, telegramChatId: TelegramChat }),
  answer: Done,
});
