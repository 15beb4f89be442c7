import { blockedStep, type GuestStep, HALTED, HALTED_AT_ADDRESS } from '../../../../contract/guests/guests.rules.ts';
import { HttpError } from '../../../errors.ts';
import type { Visitor } from '../../../visitor/visitor.ts';

type Facts = Parameters<typeof blockedStep>[1];

/** A browser in the guest flow, as far as staff's steps depend on it. */
export interface KnownGuest extends Facts {
  readonly ipAddress: string;
  readonly location: string;
  readonly device: string;
}

/** What others know of browsers in the guest flow, by their public ids. */
export interface GuestsSeen {
  /** Null for one that nobody knows. */
  factsOf(guestId: string): KnownGuest | null | Promise<KnownGuest | null>;
  /** The browsers of an address that have stayed; asks no database. */
  browsersAt(ipAddress: string): readonly string[];
}

/** One browser, or whoever comes from an address. */
export interface Addressee {
  readonly guestId: string | null;
  readonly ipAddress: string;
}

/** A browser whose page asks; those that keep no cookies have no id. */
export interface Recipient extends Addressee {
  /** Whether the browser keeps a halt itself, see `haltCookie`. */
  readonly keepsHalt: boolean;
  visitor(): Visitor;
}

/** How prompts and redirects name whom they are for, in memory and on the bus. */
export const targetOf = ({ guestId, ipAddress }: Addressee) => guestId ?? ipAddress;

/** What the caller's own target has, otherwise what waits for whoever comes from the address. */
export const targetsOf = ({ guestId, ipAddress }: Addressee): readonly string[] =>
  guestId === null ? [ipAddress] : [guestId, ipAddress];

/** A whole office can be one address; a crowd that was made to be one is not to keep everybody else waiting. */
const BROWSERS_AT_ONCE = 100;

/** Every browser that has stayed at an address, or whoever comes from it. */
export function addresseesAt({ browsersAt }: Pick<GuestsSeen, 'browsersAt'>, ipAddress: string): readonly Addressee[] {
  // Sorted, because each is locked in turn: two admins who write to the same address must not wait for each other.
  const browsers = browsersAt(ipAddress).slice(0, BROWSERS_AT_ONCE).sort();
  return browsers.length === 0 ? [{ guestId: null, ipAddress }] : browsers.map((guestId) => ({ guestId, ipAddress }));
}

export async function knownGuest({ factsOf }: Pick<GuestsSeen, 'factsOf'>, guestId: string): Promise<KnownGuest> {
  const guest = await factsOf(guestId);
  if (guest === null) throw new HttpError('guest_not_found', 'This guest is not known any more.');
  return guest;
}

/** Their guests said that somebody told them to come here, and have not gone on. */
export const halted = () => new HttpError('step_not_possible', HALTED);
export const allHalted = () => new HttpError('step_not_possible', HALTED_AT_ADDRESS);

/** The buttons go by the same. */
export function assertPossible(step: GuestStep, guest: KnownGuest): void {
  const why = blockedStep(step, guest);
  if (why !== null) throw new HttpError('step_not_possible', why);
}
