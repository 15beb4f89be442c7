import Bowser from 'bowser';
import type { Role } from '../../contract/users/users.rules.ts';
import { memoized } from '../bounded-cache.ts';
import { locationOf } from './location.ts';

/** Where a request comes from, as it is shown to staff and to the account's owner. */
export interface Visitor {
  readonly ipAddress: string;
  readonly location: string;
  readonly device: string;
  readonly userAgent: string;
}

/** An account that does something, and from where: what an entry of the activity log says of both. */
export interface Actor {
  readonly userId: string;
  readonly visitor: Visitor;
  /** What policies ask for; entries do not have it. */
  readonly role: Role;
  /** The username, where the account is one of the staff. */
  readonly staff?: string;
}

interface Account {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
}

/** Everybody but users is staff: what they do is kept for longer, and with their name. */
export const actorFor = ({ id, username, role }: Account, visitor: Visitor): Actor => ({
  userId: id,
  visitor,
  role,
  ...(role !== 'user' && { staff: username }),
});

const USER_AGENT_MAX = 400;

const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP));

const knownLocation = memoized(5_000, locationOf);
const knownDevice = memoized(1_000, deviceOf);

export function visitorAt(ipAddress: string, userAgentHeader: string | undefined): Visitor {
  const header = userAgentHeader ?? '';
  const userAgent = header.slice(0, USER_AGENT_MAX).replaceAll(/\p{Cc}/gu, ' ');
  // No browser has a longer one. It is not remembered: a piece of the header would keep all of it in memory.
  const device = header.length > USER_AGENT_MAX ? deviceOf(userAgent) : knownDevice(userAgent);
  return { ipAddress, location: knownLocation(ipAddress), device, userAgent };
}

/**
 * "Chrome on Linux"; what the browser says of itself, so a hint and nothing more. Only names that are known: of a browser
 * that is not, Bowser repeats what it was given, and this text is in mails that strangers can have sent to anybody.
 */
export function deviceOf(userAgent: string): string {
  // Bowser throws on an empty text.
  if (userAgent.trim() === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  const browserName = browser.name !== undefined && BROWSERS.has(browser.name) ? browser.name : '';
  if (browserName && os.name) return `${browserName} on ${os.name}`;
  return browserName || os.name || 'Unknown device';
}
