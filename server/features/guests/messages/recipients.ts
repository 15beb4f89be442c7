import { HALTED, HALTED_AT_ADDRESS, type MessageName, whyBlocked } from '../../../../contract/guests/messages.rules.ts';
import { HttpError } from '../../../errors.ts';
import type { Language } from '../../../languages.ts';
import type { Visitor } from '../../../visitor/visitor.ts';
import type { Presence } from '../presence/presence.ts';

type Facts = Parameters<typeof whyBlocked>[1];

export interface KnownGuest extends Facts {
  readonly ipAddress: string;
  readonly location: string;
  readonly device: string;
  readonly language: string | null;
}

export type FindGuest = (guestId: string) => Promise<KnownGuest>;

/** Either one browser, whose helper the sender becomes, or all browsers at an address. */
export interface SendTo {
  readonly ipAddress: string;
  readonly guestId?: string;
  readonly stepIn?: boolean;
}

export type OneBrowser = SendTo & { readonly guestId: string };

/** Either one browser, or all at an address (`guestId` null). */
export interface Addressee {
  readonly guestId: string | null;
  readonly ipAddress: string;
}

export interface Browser extends Addressee {
  readonly guestId: string;
}

/** A browser that polls. `guestId` is null without a cookie. */
export interface Recipient extends Addressee {
  /** As far as its cookie and memory know. */
  readonly isHalted: boolean;
  /** Returns the public id; sets the cookie if the browser has none. */
  identify(): string;
  language(): Language;
  visitor(): Visitor;
}

/** Key of the addressee in memory and on the bus. */
export const targetOf = ({ guestId, ipAddress }: Addressee) => guestId ?? ipAddress;

/** In order of precedence. */
export const targetsOf = ({ guestId, ipAddress }: Addressee): readonly string[] =>
  guestId === null ? [ipAddress] : [guestId, ipAddress];

/** Enough for an office behind one address; bounds what a crowd of scripts can cost. */
const BROWSERS_AT_ONCE = 100;

export function addresseesAt(guests: Pick<Presence, 'browsersAt'>, ipAddress: string): Addressee[] {
  // Sorted, against deadlocks: each is locked in turn.
  const browsers = guests.browsersAt(ipAddress).slice(0, BROWSERS_AT_ONCE).sort();
  return browsers.length === 0 ? [{ guestId: null, ipAddress }] : browsers.map((guestId) => ({ guestId, ipAddress }));
}

export const guestUnknown = () => new HttpError('guest_not_found', 'This guest is no longer known.');
export const halted = () => new HttpError('step_not_possible', HALTED);
export const allHalted = () => new HttpError('step_not_possible', HALTED_AT_ADDRESS);

export function assertPossible(message: MessageName, guest: KnownGuest): void {
  const why = whyBlocked(message, guest);
  if (why !== null) throw new HttpError('step_not_possible', why);
}
