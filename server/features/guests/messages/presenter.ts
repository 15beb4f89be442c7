import type { SentMessage } from '../../../../contract/guests/messages.ts';
import type { Redirect } from '../../../../contract/redirects/redirects.ts';
import type { MessageRow } from '../../../db/tables.ts';
import { type FindListed, guestMark } from '../../../visitor/guest-id.ts';
import { stateOf } from './policy.ts';

const iso = (time: number) => new Date(time).toISOString();

export function presentMessage(message: MessageRow): SentMessage {
  const { kind, prompt, target, sender_name, created_at } = message;
  const { state, at } = stateOf(message);
  return { kind, prompt, target, by: sender_name ?? '', at: iso(created_at), state, stateAt: iso(at) };
}

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
