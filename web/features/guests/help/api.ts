import type { HelpReason } from '../../../../contract/guests/help.rules.ts';
import type { HelpState } from '../../../../contract/guests/help.ts';
import { api } from '../../../lib/api/api.ts';
import { createStore } from '../../../lib/store.ts';
import { usePolling } from '../../../lib/use-polling.ts';

const EVERY = 5000;

/** Null until the server has answered. */
export const helpState = createStore<HelpState | null>(null);

/** Counts changes: an answer to a request from before a change is outdated. */
let changes = 0;

function change(state: HelpState | null) {
  changes += 1;
  helpState.set(state);
}

export const askForHelp = async (reason: HelpReason) => change(await api('POST /api/guest/help', { body: { reason } }));

export async function withdrawHelp() {
  await api('DELETE /api/guest/help');
  change({ reason: null, since: null, attended: false, halted: false, warned: false });
}

/** For when the server has withdrawn the request by itself. */
export const forgetHelp = () => change(null);

/** Polls until the state is known, then while the guest waits for help. */
export function useHelpUpdates() {
  const state = helpState.use();
  usePolling(
    async () => {
      const before = changes;
      const answer = await api('GET /api/guest/help');
      if (before === changes) helpState.set(answer);
    },
    state === null || state.reason !== null ? EVERY : null,
  );
}
