import { isThere } from '../../../../contract/guests/guests.rules.ts';
import type { Guest } from '../../../../contract/guests/guests.ts';
import type { HelpReason } from '../../../../contract/guests/help.rules.ts';
import { MESSAGES, type MessageName, whyBlocked } from '../../../../contract/guests/messages.rules.ts';
import { STUCK } from '../../../../contract/guests/stuck.rules.ts';

/** In order of preference: the first that is not blocked. */
const whenAsked: Record<HelpReason, readonly MessageName[]> = {
  no_mail: ['resend', 'email-prompt'],
  wrong_address: ['entry-redirect', 'email-prompt'],
  code_refused: ['resend', 'email-prompt'],
  told_to_come: [],
};

type Facts = Pick<Guest, 'page' | 'email' | 'presence' | 'outcome' | 'halted' | 'mail' | 'stuck' | 'help' | 'message'>;

function wantedMessages({ outcome, stuck, help, mail }: Facts): readonly MessageName[] {
  if (outcome === 'verified') return ['exit'];
  if (help) return whenAsked[help.reason];
  const offer = stuck && STUCK[stuck.reason].offer;
  if (offer) return offer;
  return mail?.state === 'refused' || mail?.state === 'bounced' ? STUCK.mail_failed.offer : [];
}

/** Staff have already sent this message for the current reason. */
function isUnderWay(name: MessageName, { message, stuck, help }: Facts) {
  const { kind, prompt } = MESSAGES[name];
  if (message === null || message.state === 'withdrawn') return false;
  // The reply "new-code" is a resend.
  const isResent = kind === 'resend' && message.prompt === 'new-code';
  if (!isResent && (message.kind !== kind || message.prompt !== prompt)) return false;
  const since = help?.since ?? stuck?.since;
  return since === undefined || message.at >= since;
}

/** Null when there is nothing to do but wait. */
export function nextMessage(guest: Facts): MessageName | null {
  if (guest.halted || !isThere(guest)) return null;
  const possible = wantedMessages(guest).filter((name) => whyBlocked(name, guest) === null);
  return possible.find((name) => !isUnderWay(name, guest)) ?? null;
}

export function describeRest(guest: Facts) {
  if (!isThere(guest)) return "The guest isn't here. What you send waits for them.";
  return guest.stuck ? STUCK[guest.stuck.reason].rest : 'Nothing is needed right now.';
}
