import Bowser from 'bowser';
import { UNKNOWN_DEVICE } from '../../contract/language/devices.rules.ts';
import type { Role } from '../../contract/users/users.rules.ts';
import { memoized } from '../bounded-cache.ts';
import { locationOf } from './location.ts';

export interface Visitor {
  readonly ipAddress: string;
  readonly location: string;
  readonly device: string;
  readonly userAgent: string;
  readonly language?: string;
}

export interface Actor {
  readonly userId: string;
  readonly visitor: Visitor;
  readonly role: Role;
  readonly staff?: string;
  readonly apiKey?: string;
}

interface Account {
  readonly id: string;
  readonly username: string;
  readonly role: Role;
}

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

export function visitorAt(ipAddress: string, userAgentHeader: string | undefined, language?: string): Visitor {
  const header = userAgentHeader ?? '';
  const userAgent = header.slice(0, USER_AGENT_MAX).replaceAll(/\p{Cc}/gu, ' ');
  // Not cached, because the substring would keep the header alive.
  const device = header.length > USER_AGENT_MAX ? deviceOf(userAgent) : knownDevice(userAgent);
  return {
    ipAddress,
    location: knownLocation(ipAddress),
    device,
    userAgent,
    ...(language !== undefined && { language }),
  };
}

/** "Chrome on Linux". Only known names, because attackers can trigger emails with this text. */
export function deviceOf(userAgent: string): string {
  // Bowser throws on empty text.
  if (userAgent.trim() === '') return UNKNOWN_DEVICE;
  const { browser, os } = Bowser.parse(userAgent);
  const browserName = browser.name !== undefined && BROWSERS.has(browser.name) ? browser.name : '';
  if (browserName && os.name) return `${browserName} on ${os.name}`;
  return browserName || os.name || UNKNOWN_DEVICE;
}
