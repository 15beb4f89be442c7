import { HELP_WORDS, type HelpStep } from '../../../../contract/guests/help.rules.ts';
import type { MessageKind } from '../../../../contract/guests/messages.rules.ts';
import {
  type Action,
  aboutName,
  actorName,
  type ChangeKind,
  type FailureReason,
  type SignInWay,
  UNKNOWN_USER,
} from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { destinationLabel } from '../../../../contract/redirects/redirects.rules.ts';
import type { Status, UserStanding } from '../../../../contract/users/users.rules.ts';
import { counted } from '../../../ui/count.ts';
import { oneLine } from './details.ts';
import { fieldWords } from './field-words.ts';

const WHO = { is: 'who' } as const;
const WHOM = { is: 'whom' } as const;
/** The name without "(deleted)", because the sentence says so itself. */
const WHOM_THEN = { is: 'whom then' } as const;

export type Part = string | { is: 'given'; text: string } | typeof WHO | typeof WHOM | typeof WHOM_THEN;

type Named = Pick<ActivityEntry, 'userId' | 'userName' | 'formerName' | 'apiKey' | 'about' | 'guest'>;
type DescribedEntry = Named & Pick<ActivityEntry, 'action' | 'page' | 'details'>;

/** The subject of the change; entries of older versions do not always name it. */
export const aboutOf = ({ about, guest }: Pick<Named, 'about' | 'guest'>): string =>
  about === null ? UNKNOWN_USER : aboutName(about, guest);

/** Template tag. Interpolated strings come from the entry, so they are never part of the sentence. */
function said(texts: TemplateStringsArray, ...values: (string | Exclude<Part, string>)[]): Part[] {
  return texts.flatMap((text, index) => {
    const value = values[index] ?? '';
    const part: Part = typeof value === 'string' ? { is: 'given', text: value } : value;
    return [text, part].filter((one) => one !== '' && !(typeof one === 'object' && one.is === 'given' && !one.text));
  });
}

type Details = ActivityEntry['details'];

const textIn = (details: Details, name: string) => {
  const value = details?.[name];
  return value === undefined || typeof value === 'object' ? '' : oneLine(String(value));
};

const countIn = (details: Details, name: string) => Number(details?.[name] ?? 0);

const quoted = (text: string) => (text === '' ? '' : `: “${text}”`);

const atProvider = (details: Details) => {
  const provider = textIn(details, 'provider');
  return provider === '' ? '' : ` at ${provider}`;
};

const nameOfField = (name: string) => fieldWords(name)?.inSentence ?? oneLine(name);

const NAMED_MAX = 3;

/** Older versions stored the names as one comma-separated text. */
function settingsIn(details: Details): string {
  const settings = details?.settings ?? '';
  const keys = typeof settings === 'object' ? Object.keys(settings) : String(settings).split(', ').filter(Boolean);
  if (keys.length === 0) return 'the settings';
  if (keys.length > NAMED_MAX) return counted(keys.length, 'setting');
  return listed(keys.map(nameOfField));
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en').format(names);

const wordsIn = <Words>(words: Readonly<Record<string, Words>>, name: unknown): Words | undefined =>
  typeof name === 'string' && Object.hasOwn(words, name) ? words[name] : undefined;

const statuses: Record<Status, Part[]> = {
  active: said`${WHO} activated ${WHOM}`,
  suspended: said`${WHO} suspended ${WHOM}`,
  needs_auth: said`${WHO} forced re-authentication of ${WHOM}`,
};

const pageLabelOf = ({ page }: DescribedEntry) => (page === null ? 'another page' : destinationLabel(oneLine(page)));

type Sentence = (entry: DescribedEntry) => Part[];

const changes: Record<ChangeKind, Sentence> = {
  details: () => said`${WHO} updated their details`,
  password: () => said`${WHO} changed their password`,
  registered: () => said`${WHO} registered`,
  'terms accepted': () => said`${WHO} accepted the terms`,
  'security check passed': () => said`${WHO} passed a security check`,
  'second factor added': ({ details }) => said`${WHO} added ${factorIn(details)}`,
  'second factor removed': ({ details }) => said`${WHO} removed ${factorIn(details)}`,
  'passkey renamed': () => said`${WHO} renamed a passkey`,
  'recovery codes made': () => said`${WHO} created new recovery codes`,
  'sso linked': ({ details }) => said`${WHO} linked single sign-on${atProvider(details)}`,
  'sso unlinked': ({ details }) => said`${WHO} unlinked single sign-on${atProvider(details)}`,
  'own session ended': ({ details }) => said`${WHO} signed out on ${textIn(details, 'device') || 'another device'}`,
  'other sessions ended': ({ details }) =>
    said`${WHO} signed out everywhere else: ${counted(countIn(details, 'sessions'), 'session')}`,
  'own e-mail': () => said`${WHO} changed their email address`,
  created: ({ details }) => {
    const role = textIn(details, 'role');
    return role === '' || role === 'user'
      ? said`${WHO} created the account of ${WHOM}`
      : said`${WHO} created the account of ${WHOM} with the role ${role}`;
  },
  edited: ({ details }) => {
    const changed = details?.changed;
    const names = Object.keys(typeof changed === 'object' ? changed : {});
    if (names.length === 0) return said`${WHO} edited the account of ${WHOM}`;
    return said`${WHO} changed ${listed(names.map(nameOfField))} of ${WHOM}`;
  },
  status: ({ details }) => wordsIn(statuses, details?.status) ?? said`${WHO} changed the status of ${WHOM}`,
  role: ({ details }) => {
    const role = textIn(details, 'role');
    return role === '' ? said`${WHO} changed the role of ${WHOM}` : said`${WHO} made ${WHOM} ${withArticle(role)}`;
  },
  deleted: () => said`${WHO} deleted the account of ${WHOM_THEN}`,
  'password reset': () => said`${WHO} reset the password of ${WHOM}`,
  'second factor reset': () => said`${WHO} removed every second factor of ${WHOM}`,
  'session ended': () => said`${WHO} ended a session of ${WHOM}`,
  'sessions ended': () => said`${WHO} ended all sessions of ${WHOM}`,
  'temporary password shown': () => said`${WHO} viewed the temporary password of ${WHOM}`,
  'users exported': ({ details }) => said`${WHO} exported the users${quoted(textIn(details, 'search'))}`,
  'activity exported': ({ details }) => said`${WHO} exported the activity log${quoted(textIn(details, 'search'))}`,
  'audit exported': () => said`${WHO} exported the audit trail`,
  'verified exported': ({ details }) =>
    said`${WHO} exported the verified addresses${quoted(textIn(details, 'search'))}`,
  'import checked': ({ details }) => said`${WHO} checked a file of ${importedIn(details)}`,
  'users imported': ({ details }) => said`${WHO} imported ${importedIn(details)}`,
  'bulk started': ({ details }) => said`${WHO} started to ${bulkWords(details)} ${matchingIn(details)}`,
  'bulk ended': ({ details }) => {
    const accounts = counted(countIn(details, 'accounts'), 'account');
    if (details?.state === 'stopped') return said`${WHO} stopped a bulk action after ${accounts}`;
    return details?.state === 'failed'
      ? said`A bulk action by ${WHO} failed after ${accounts}`
      : said`A bulk action by ${WHO} finished: ${accounts}`;
  },
  settings: ({ details }) => said`${WHO} changed ${settingsIn(details)}`,
  'setting proposed': ({ details }) => said`${WHO} proposed a change to ${settingsIn(details)}`,
  'setting withdrawn': ({ details }) => said`${WHO} withdrew the proposed change to ${settingsIn(details)}`,
  'setting lapsed': ({ details }) => said`The change to ${settingsIn(details)} proposed by ${WHO} was dropped`,
  'setting confirmed': ({ details }) =>
    said`${WHO} confirmed the change to ${settingsIn(details)} proposed by ${textIn(details, 'proposedBy') || 'an admin'}`,
  'setting in force': ({ details }) => said`The change to ${settingsIn(details)} proposed by ${WHO} took effect`,
  'api key made': ({ details }) => said`${WHO} made the API key ${textIn(details, 'key')}`,
  'api key confirmed': ({ details }) => said`${WHO} confirmed the API key ${textIn(details, 'key')} of ${WHOM}`,
  'api key ended': ({ details }) => said`${WHO} ended the API key ${textIn(details, 'key')} of ${WHOM}`,
  'guest log deleted': ({ details }) =>
    said`${WHO} deleted ${counted(countIn(details, 'entries'), 'entry', 'entries')} from the guest log`,
  'webhook resent': ({ details }) => {
    const email = textIn(details, 'email');
    return email === ''
      ? said`${WHO} resent the event ${textIn(details, 'type')} to the webhook`
      : said`${WHO} resent the result for ${email} to the webhook`;
  },
  'person searched': ({ details }) => said`${WHO} searched for everything about ${textIn(details, 'person')}`,
  'person downloaded': ({ details }) => said`${WHO} downloaded everything about ${textIn(details, 'person')}`,
  'person erased': ({ details }) => said`${WHO} erased the person who is now ${textIn(details, 'person')}`,
  'hold set': ({ details }) => said`${WHO} set a legal hold on ${textIn(details, 'person')}`,
  'hold ended': ({ details }) => said`${WHO} ended the legal hold on ${textIn(details, 'person')}`,
  prompt: ({ details }) => said`${WHO} prompted ${WHOM}${quoted(textIn(details, 'text'))}`,
  redirect: (entry) =>
    said`${WHO} redirected ${WHOM} to ${pageLabelOf(entry)}${quoted(textIn(entry.details, 'reason'))}`,
  exit: ({ details }) => said`${WHO} sent ${WHOM} to the exit ${textIn(details, 'address')}`,
  'redirect removed': (entry) => said`${WHO} removed the redirect of ${WHOM} to ${pageLabelOf(entry)}`,
  'redirect done': (entry) => said`${WHO} completed ${pageLabelOf(entry)}`,
  resend: () => said`${WHO} sent ${WHOM} a new code`,
  claimed: () => said`${WHO} started helping ${WHOM}`,
  released: () => said`${WHO} stopped helping ${WHOM}`,
  'stepped in': ({ details }) =>
    said`${WHO} took over helping ${WHOM} from ${textIn(details, 'helper') || 'a colleague'}`,
};

const factors = { passkey: 'a passkey as a second factor', app: 'an authenticator app as a second factor' };
const factorIn = (details: Details) => wordsIn(factors, details?.factor) ?? 'a second factor';

const withArticle = (role: string) => `${/^[aeio]/.test(role) ? 'an' : 'a'} ${role}`;

const bulkStatuses: Record<Status, string> = {
  active: 'activate',
  suspended: 'suspend',
  needs_auth: 'force re-authentication of',
};

function bulkWords(details: Details): string {
  if (details?.action === 'delete') return 'delete';
  if (details?.action === 'role') return `give the role ${textIn(details, 'value')} to`;
  return wordsIn(bulkStatuses, details?.value) ?? 'change';
}

const standings: Record<UserStanding, string> = {
  online: 'online',
  offline: 'offline',
  suspended: 'suspended',
  needs_auth: 'not yet re-authenticated',
};

function matchingIn(details: Details): string {
  const standing = wordsIn(standings, details?.standing);
  const role = textIn(details, 'ofRole');
  const users = ['all', standing, 'users', role && `with the role ${role}`].filter(Boolean).join(' ');
  return users + quoted(textIn(details, 'search'));
}

function importedIn(details: Details): string {
  const problems = countIn(details, 'problems');
  const accounts = counted(countIn(details, 'accounts'), 'user');
  return problems === 0 ? accounts : `${accounts}, and ${counted(problems, 'line')} with problems`;
}

const received: Record<MessageKind, Sentence> = {
  prompt: (entry) => promptReceived(entry),
  redirect: (entry) => {
    if (entry.details?.state === 'seen') return said`${WHO} arrived at ${pageLabelOf(entry)}`;
    const by = textIn(entry.details, 'by');
    const why = quoted(textIn(entry.details, 'reason'));
    return by === ''
      ? said`${WHO} was redirected to ${pageLabelOf(entry)}${why}`
      : said`${WHO} was redirected to ${pageLabelOf(entry)} by ${by}${why}`;
  },
  exit: ({ details }) => {
    const address = textIn(details, 'address') || 'the exit';
    if (details?.state === 'seen') return said`${WHO} left for ${address}`;
    if (details?.state === 'declined') return said`${WHO} chose to stay instead of leaving for ${address}`;
    return said`${WHO} was sent to the exit ${address}`;
  },
  resend: () => said`${WHO} was sent a new code`,
};

const promptReceived = ({ details }: DescribedEntry) =>
  details?.state === 'seen'
    ? said`${WHO} was shown the prompt${quoted(textIn(details, 'text'))}`
    : said`${WHO} was sent the prompt${quoted(textIn(details, 'text'))}`;

const helpSteps: Record<HelpStep, Sentence> = {
  asked: ({ details }) => {
    const reason = wordsIn(HELP_WORDS, details?.reason);
    return said`${WHO} asked for help${quoted(reason ?? '')}`;
  },
  withdrawn: () => said`${WHO} no longer needs help`,
  halted: () => said`${WHO} said someone told them to come here`,
  'went on': () => said`${WHO} chose to go on`,
};

const failures: Record<FailureReason, Part[]> = {
  'unknown username': said`${WHO} tried to sign in with an unknown username`,
  'wrong password': said`${WHO} tried to sign in with a wrong password`,
  suspended: said`${WHO} tried to sign in with a suspended account`,
  'temporary password ended': said`${WHO} tried to sign in with an expired temporary password`,
  'single sign-on failed': said`${WHO} tried to sign in with single sign-on, which failed`,
  'single sign-on not linked': said`${WHO} tried to sign in with single sign-on that isn't linked to an account`,
  'single sign-on without second factor': said`${WHO} tried to sign in with single sign-on without a second factor`,
  'wrong password at the security check': said`${WHO} entered a wrong password at the security check`,
  'wrong password at the change of it': said`${WHO} entered a wrong password when changing it`,
  'wrong password at a proof': said`${WHO} entered a wrong password when asked to confirm it's them`,
  'wrong second factor': said`${WHO} tried to sign in with a wrong second factor`,
  'wrong second factor at a proof': said`${WHO} entered a wrong second factor when asked to confirm it's them`,
  'wrong passkey': said`${WHO} tried to sign in with a rejected passkey`,
  'unknown passkey': said`${WHO} tried to sign in with an unknown passkey`,
  'copied passkey': said`${WHO} used a passkey that may have been copied`,
};

const signIns: Record<SignInWay, Part[]> = {
  password: said`${WHO} signed in`,
  'password and passkey': said`${WHO} signed in with password and passkey`,
  'password and app': said`${WHO} signed in with password and authenticator app`,
  'password and recovery code': said`${WHO} signed in with password and recovery code`,
  passkey: said`${WHO} signed in with a passkey`,
  'single sign-on': said`${WHO} signed in with single sign-on`,
};

function unknownChange({ details, about }: DescribedEntry): Part[] {
  const kind = textIn(details, 'change');
  const what = kind === '' ? 'a change' : `a change (${kind})`;
  return about === null ? said`${WHO} made ${what}` : said`${WHO} made ${what} of ${WHOM}`;
}

const changed: Sentence = (entry) => (wordsIn(changes, entry.details?.change) ?? unknownChange)(entry);

const actions: Record<Action, Sentence> = {
  login: ({ details }) => wordsIn(signIns, details?.way) ?? said`${WHO} signed in`,
  logout: () => said`${WHO} signed out`,
  failed_login: ({ details }) => wordsIn(failures, details?.reason) ?? said`${WHO} failed to sign in`,
  page_view: ({ page }) => (page === null ? said`${WHO} viewed a page` : said`${WHO} viewed the ${oneLine(page)}`),
  profile_update: changed,
  admin_redirect: (entry) =>
    entry.details?.change ? changed(entry) : said`${WHO} redirected ${WHOM} to ${pageLabelOf(entry)}`,
  redirect: (entry) => (wordsIn(received, entry.details?.kind) ?? received.redirect)(entry),
  email_entry: ({ details }) => said`${WHO} entered the address ${textIn(details, 'email')}`,
  code_entry: () => said`${WHO} entered a code`,
  code_success: ({ details }) => said`${WHO} confirmed the address ${textIn(details, 'email')}`,
  code_failed: () => said`${WHO} entered a wrong code`,
  help: (entry) => (wordsIn(helpSteps, entry.details?.help) ?? helpSteps.asked)(entry),
};

/** One sentence for all steps of a code. */
export function codeSentenceParts(steps: readonly DescribedEntry[]): Part[] {
  const success = steps.find(({ action }) => action === 'code_success');
  const entered = steps.find(({ action }) => action === 'email_entry');
  const wrong = steps.filter(({ action }) => action === 'code_failed').length;
  const email = textIn((success ?? entered)?.details ?? null, 'email');
  const codes = counted(wrong, 'wrong code');
  if (success && wrong > 0) return said`${WHO} confirmed the address ${email} after ${codes}`;
  if (success) return said`${WHO} confirmed the address ${email}`;
  const forAddress = email === '' ? '' : ` for ${email}`;
  if (wrong > 0) return said`${WHO} entered ${codes}${forAddress}`;
  if (steps.some(({ action }) => action === 'code_entry')) return said`${WHO} entered a code${forAddress}`;
  return said`${WHO} entered the address ${email}`;
}

/** Version 0.2 had other names for the kinds of messages. */
const kindsBefore = { 'email-prompt': 'prompt', 'code-prompt': 'prompt', move: 'redirect', exit: 'exit' };
function currentDetails(details: Details): Details {
  const kind = wordsIn(kindsBefore, details?.what);
  if (kind !== undefined) return { ...details, kind };
  if (typeof details?.changed === 'string') {
    const { changed: change, ...others } = details;
    return { change, ...others };
  }
  if (details?.change === 'removed') return { ...details, change: 'redirect removed' };
  if (details?.prompt && !details.change) return { change: 'prompt', ...details };
  return details;
}

/** A newer server may send unknown actions. */
export function sentenceParts(entry: DescribedEntry): Part[] {
  const sentence = wordsIn<Sentence>(actions, entry.action);
  if (sentence === undefined) return said`${WHO}: ${oneLine(entry.action).replaceAll('_', ' ')}`;
  return sentence({ ...entry, details: currentDetails(entry.details) });
}

const withoutEmail = (entry: Named): Named => ({ ...entry, guest: entry.guest && { ...entry.guest, email: null } });

/** `isShort` leaves out the email of a guest, which is shown beside the sentence. */
export function partText(part: Part, entry: Named, isShort = false): string {
  if (typeof part === 'string') return part;
  if (part.is === 'given') return part.text;
  if (part.is === 'who') return actorName(isShort ? withoutEmail(entry) : entry);
  return part.is === 'whom then' && entry.about && 'name' in entry.about ? entry.about.name : aboutOf(entry);
}

const joined = (parts: readonly Part[], entry: Named, isShort: boolean) =>
  parts.map((part) => partText(part, entry, isShort)).join('');

export const sentenceText = (entry: DescribedEntry, isShort = false) => joined(sentenceParts(entry), entry, isShort);

export const codeSentenceText = (steps: readonly DescribedEntry[], isShort = false) =>
  steps[0] ? joined(codeSentenceParts(steps), steps[0], isShort) : '';
