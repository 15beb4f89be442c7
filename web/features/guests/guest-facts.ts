/** What the back-office says about a guest. */

import { Clock, type LucideIcon, MailCheck, MailWarning, MailX } from 'lucide-react';
import type { Outcome, Presence } from '../../../contract/guests/guests.rules.ts';
import type { Guest, MailState } from '../../../contract/guests/guests.ts';
import { HELP_WORDS } from '../../../contract/guests/help.rules.ts';
import { STUCK } from '../../../contract/guests/stuck.rules.ts';
import { languageName } from '../../../contract/language/language-name.ts';
import { countdown, shortDuration } from '../../ui/time/format.ts';

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

export const outcomeWords: Record<Exclude<Outcome, 'none'>, { text: string; tone: Tone }> = {
  trying: { text: 'Trying', tone: 'info' },
  verified: { text: 'Verified', tone: 'success' },
  refused: { text: 'Wrong code', tone: 'danger' },
  expired: { text: 'Code expired', tone: 'warning' },
};

export const presenceWords: Record<Presence, string> = {
  here: 'Here',
  away: 'Away',
  left: 'Left',
  gone: 'Connection lost',
};

type PresenceFacts = Pick<Guest, 'presence' | 'presenceSince' | 'mail' | 'outcome'>;

export function describePresence({ presence, presenceSince, mail, outcome }: PresenceFacts, now: number) {
  const word = presenceWords[presence];
  if (presence === 'here') return word;
  const lasted = shortDuration(now - Date.parse(presenceSince));
  if (presence !== 'away') return `${word} ${lasted} ago`;
  const looksForMail = mail?.state === 'sent' && outcome !== 'verified';
  return `${word} for ${lasted}${looksForMail ? ', probably looking for the email' : ''}`;
}

type CodeFacts = Pick<Guest, 'code' | 'outcome'>;

interface CodeWords {
  text: string;
  tone: Tone;
  /** The code can be entered, or was accepted. */
  isGood: boolean;
}

export function describeCode({ code, outcome }: CodeFacts, now: number): CodeWords | null {
  if (outcome === 'verified') return { text: 'accepted', tone: 'success', isGood: true };
  if (!code) return null;
  const left = code.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(code.expiresAt) - now;
  if (left <= 0 || code.state === 'expired') return { text: 'expired', tone: 'warning', isGood: false };
  if (code.state === 'dead') return { text: 'no tries left', tone: 'danger', isGood: false };
  if (code.state === 'waiting') return { text: 'timer not started', tone: 'neutral', isGood: false };
  // The timer is paused while a try is being checked.
  const time = code.expiresAt === null ? 'being checked' : `${countdown(left)} left`;
  return code.triesLeft === 1
    ? { text: `${time}, 1 try left`, tone: 'warning', isGood: true }
    : { text: time, tone: 'success', isGood: true };
}

interface MailWords {
  icon: LucideIcon;
  text: string;
  tone: Tone;
}

const mailWords: Record<MailState['state'], MailWords> = {
  sending: { icon: Clock, text: 'Sending email', tone: 'neutral' },
  delayed: { icon: MailWarning, text: 'Email delayed', tone: 'warning' },
  sent: { icon: MailCheck, text: 'Email sent', tone: 'neutral' },
  refused: { icon: MailX, text: 'Email rejected', tone: 'danger' },
  bounced: { icon: MailX, text: 'Email bounced', tone: 'danger' },
  expired: { icon: MailWarning, text: 'Email expired', tone: 'warning' },
};

/** A sent email is green only while its code is good. */
export function describeMail({ mail, ...guest }: CodeFacts & Pick<Guest, 'mail'>, now: number): MailWords {
  if (!mail) return { icon: Clock, text: 'No code emailed yet', tone: 'neutral' };
  const words = mailWords[mail.state];
  return mail.state === 'sent' && describeCode(guest, now)?.isGood ? { ...words, tone: 'success' } : words;
}

export function describeStuck({ stuck, help }: Pick<Guest, 'stuck' | 'help'>) {
  if (!stuck) return null;
  const text = STUCK[stuck.reason].words;
  return stuck.reason === 'asked_for_help' && help ? `${text}: ${HELP_WORDS[help.reason]}` : text;
}

/** "Reads German", or null if the language is not known. */
export const describeLanguage = ({ language }: Pick<Guest, 'language'>) =>
  language === null ? null : `Reads ${languageName(language)}`;
