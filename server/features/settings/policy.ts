import { type ProposedSetting, SETTINGS } from '../../../contract/settings/settings.rules.ts';

const hostOf = (url: string) => URL.parse(url)?.host ?? '';

/** If the operator lists hosts, no other is allowed. Another port is another host. */
export const isAllowedExit = (url: string, exitHosts: readonly string[]) =>
  exitHosts.length === 0 || exitHosts.includes(hostOf(url));

interface Wanted {
  readonly from: string;
  readonly to: string;
  readonly exitHosts: readonly string[];
  readonly hasOthers: boolean;
}

/** Some settings need a second admin or time, unless the operator listed the host. Decision 33. */
export function mustWait(name: ProposedSetting, { from, to, exitHosts, hasOthers }: Wanted): boolean {
  if (!hasOthers || from === to) return false;
  if (SETTINGS[name].waits === 'always') return true;
  return exitHosts.length === 0 && hostOf(from) !== hostOf(to);
}
