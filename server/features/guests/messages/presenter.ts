import type { PromptKind } from '../../../../contract/guests/messages.rules.ts';
import type { GuestTexts, SentMessage } from '../../../../contract/guests/messages.ts';
import type { Redirect } from '../../../../contract/redirects/redirects.ts';
import { iso } from '../../../clock.ts';
import type { MessageRow } from '../../../db/tables.ts';
import type { Languages } from '../../../languages.ts';
import { type FindListed, guestMark } from '../../../visitor/guest-id.ts';
import type { TextSettings } from '../../settings/guest-texts.ts';
import { promptText, stateOf } from './policy.ts';

export function presentMessage(message: MessageRow): SentMessage {
  const { kind, prompt, target, sender_name, created_at } = message;
  const { state, at } = stateOf(message);
  return { kind, prompt, target, by: sender_name ?? '', at: iso(created_at), state, stateAt: iso(at) };
}

export const presentTexts = (settings: TextSettings, languages: Languages): GuestTexts[] =>
  languages.all.map((language) => {
    const said = (prompt: PromptKind) => promptText(prompt, settings, languages, language);
    return {
      language: language.code,
      prompts: {
        email: said('email'),
        code: said('code'),
        'check-spam': said('check-spam'),
        'new-code': said('new-code'),
        'check-address': said('check-address'),
      },
      ended: language.messages.staffTexts.verificationEnded,
    };
  });

export const presentAsRedirect = (message: MessageRow, findListed: FindListed): Redirect => ({
  id: message.id,
  userId: null,
  userName: null,
  userRole: null,
  guestIp: message.guest_ip,
  guestId: message.guest_id,
  guest: guestMark(message.guest_id, findListed),
  destinationPath: message.target ?? '',
  reason: message.reason,
  isPersistent: message.is_persistent === 1,
  isGuestRedirect: true,
  createdAt: iso(message.created_at),
});
