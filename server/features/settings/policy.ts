import { type ProposedSetting, SETTINGS } from '../../../contract/settings/settings.rules.ts';
import type { Proposal } from '../../../contract/settings/settings.ts';
import { isNewAdmin, mayBeSamePerson, type PossibleUsers } from '../../sessions/admin-history.ts';

/** With its port, unless that is the usual one. */
const hostOf = (url: string) => URL.parse(url)?.host ?? '';

/** Where the operator has a list, it is the only one. Another port of a host is another server. */
export const isAllowedExit = (url: string, exitHosts: readonly string[]) =>
  exitHosts.length === 0 || exitHosts.includes(hostOf(url));

interface Wanted {
  readonly from: string;
  readonly to: string;
  readonly exitHosts: readonly string[];
  /** Whether there is an admin besides the one who asks, or was one lately. */
  readonly hasOthers: boolean;
}

/** A new exit host, and any new support contact, is seen by two or is slow; a list of the operator has been seen already. */
export function mustWait(name: ProposedSetting, { from, to, exitHosts, hasOthers }: Wanted): boolean {
  if (!hasOthers || from === to) return false;
  if (SETTINGS[name].waits === 'always') return true;
  return exitHosts.length === 0 && hostOf(from) !== hostOf(to);
}

/** A second admin is a second person: neither the proposer, nor an account that either of the two may have at hand. */
export function confirmationBy(reader: PossibleUsers, proposer: PossibleUsers, now: number): Proposal['confirmation'] {
  if (reader.id === proposer.id) return 'own';
  return isNewAdmin(reader, now) || mayBeSamePerson(reader, proposer) ? 'too_new' : 'possible';
}
