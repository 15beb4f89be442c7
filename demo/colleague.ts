import type { Guest } from '../contract/guests/guests.ts';
import { type DemoClock, Stopped } from './clock.ts';
import { ignoreStopped } from './crowd.ts';
import type { Dice } from './dice.ts';
import type { Staff } from './staff.ts';

/** Leaves new guests to the person who tries the demo. */
const LEAVES_TO_OTHERS_MS = 4 * 60_000;
const THINKS_MS = 8_000;

interface ColleagueOptions {
  readonly clock: DemoClock;
  readonly dice: Dice;
  readonly staff: Staff;
  readonly username: string;
}

export async function helpGuests({ clock, dice, staff, username }: ColleagueOptions): Promise<void> {
  const help = async ({ id, page }: Guest) => {
    await staff.act(username, `/api/admin/guests/${id}/claim`, { method: 'POST', body: {} });
    await clock.wait(THINKS_MS);
    const body = { guestId: id, prompt: page === 'Email Entry Page' ? 'email' : 'code' };
    await staff.act(username, '/api/admin/guest-prompt', { method: 'POST', body });
  };
  const look = async () => {
    const guests = await staff.act<Guest[]>(username, '/api/admin/guests?view=needs-help');
    const since = ({ stuck }: Guest) => Date.parse(stuck?.since ?? '');
    const next = guests
      .filter((guest) => guest.helper === null && since(guest) < clock.now() - LEAVES_TO_OTHERS_MS)
      .sort((one, other) => since(one) - since(other))[0];
    if (next !== undefined) await help(next);
  };
  const work = async () => {
    for (;;) {
      await clock.wait(dice.between(50, 90) * 1_000);
      // The guest may have left, or another admin was quicker.
      await look().catch((error: unknown) => {
        if (error instanceof Stopped) throw error;
      });
    }
  };
  await work().catch(ignoreStopped);
}
