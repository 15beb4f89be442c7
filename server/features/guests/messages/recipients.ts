import { HALTED, HALTED_AT_ADDRESS, type MessageName, whyBlocked } from '../../../../contract/guests/messages.rules.ts';
import { HttpError } from '../../../errors.ts';
import type { Visitor } from '../../../visitor/visitor.ts';

type Facts = Parameters<typeof whyBlocked>[1];

/** What decides which messages can be sent to a guest. */
export interface KnownGuest extends Facts {
  readonly ipAddress: string;
  readonly location: string;
  readonly device: string;
}

/** The browsers in the guest flow, by their public ids. */
export interface GuestDirectory {
  /** Null for an unknown browser. */
  factsOf(guestId: string): KnownGuest | null | Promise<KnownGuest | null>;
  /** The browsers that are at an address; none where nobody has stayed there. Asks no database. */
  browsersAt(ipAddress: string): readonly string[];
}

/** Whom staff send a message to: one browser, whose helper they become, or every browser of an address. */
export interface SendTo {
  readonly ipAddress: string;
  readonly guestId?: string;
  /** Take over from the helper who is assigned to this guest. */
  readonly stepIn?: boolean;
}

/** One browser, or every browser that comes from an address. */
export interface Addressee {
  readonly guestId: string | null;
  readonly ipAddress: string;
}

/** The browser whose page asks; without a cookie it has no id. */
export interface Recipient extends Addressee {
  /** Whether the browser keeps a halt itself, see `haltCookie`. */
  readonly keepsHalt: boolean;
  /** The public id; a browser without a cookie gets one. */
  identify(): string;
  visitor(): Visitor;
}

/** The key of a message's addressee in memory and on the bus. */
export const targetOf = ({ guestId, ipAddress }: Addressee) => guestId ?? ipAddress;

/** A browser gets its own messages first, then those to its address. */
export const targetsOf = ({ guestId, ipAddress }: Addressee): readonly string[] =>
  guestId === null ? [ipAddress] : [guestId, ipAddress];

/** A whole office can share one address; a crowd of scripts there must not keep everybody else waiting. */
const BROWSERS_AT_ONCE = 100;

/** Every browser at an address, or the address itself where there is none. */
export function addresseesAt({ browsersAt }: Pick<GuestDirectory, 'browsersAt'>, ipAddress: string): Addressee[] {
  // Sorted, because each is locked in turn: two admins who write to the same address must not wait for each other.
  const browsers = browsersAt(ipAddress).slice(0, BROWSERS_AT_ONCE).sort();
  return browsers.length === 0 ? [{ guestId: null, ipAddress }] : browsers.map((guestId) => ({ guestId, ipAddress }));
}

export async function knownGuest({ factsOf }: Pick<GuestDirectory, 'factsOf'>, guestId: string): Promise<KnownGuest> {
  const guest = await factsOf(guestId);
  if (guest === null) throw new HttpError('guest_not_found', 'This guest is not known any more.');
  return guest;
}

export const halted = () => new HttpError('step_not_possible', HALTED);
export const allHalted = () => new HttpError('step_not_possible', HALTED_AT_ADDRESS);

export function assertPossible(message: MessageName, guest: KnownGuest): void {
  const why = whyBlocked(message, guest);
  if (why !== null) throw new HttpError('step_not_possible', why);
}
