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

/** The same few answers again and again; forgotten when there are too many, because anybody can make some up. */
function remembering(answer: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    if (known.size >= 5_000) known.clear();
    const fresh = answer(text);
    known.set(text, fresh);
    return fresh;
  };
}

const knownLocation = remembering(locationOf);
const knownDevice = remembering(deviceOf);

export function visitorAt(ipAddress: string, userAgentHeader: string | undefined): Visitor {
  const userAgent = (userAgentHeader ?? '').slice(0, USER_AGENT_MAX);
  return { ipAddress, location: knownLocation(ipAddress), device: knownDevice(userAgent), userAgent };
}

/** "Chrome on Linux"; what the browser says of itself, so a hint and nothing more. */
export function deviceOf(userAgent: string): string {
  // Bowser throws on an empty text.
  if (userAgent.trim() === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  return browser.name || os.name || 'Unknown device';
}
