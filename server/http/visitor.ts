import Bowser from 'bowser';
import { locationOf } from './location.ts';

/** Where a request comes from, as it is shown to staff and to the account's owner. */
export interface Visitor {
  readonly ipAddress: string;
  readonly location: string;
  readonly device: string;
  readonly userAgent: string;
}

const USER_AGENT_MAX = 400;

export function visitorAt(ipAddress: string, userAgentHeader: string | undefined): Visitor {
  const userAgent = (userAgentHeader ?? '').slice(0, USER_AGENT_MAX);
  return { ipAddress, location: locationOf(ipAddress), device: deviceOf(userAgent), userAgent };
}

/** "Chrome on Linux"; what the browser says of itself, so a hint and nothing more. */
export function deviceOf(userAgent: string): string {
  // Bowser throws on an empty text.
  if (userAgent.trim() === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  return browser.name || os.name || 'Unknown device';
}
