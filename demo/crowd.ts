import { type DemoClock, Stopped } from './clock.ts';
import type { Dice } from './dice.ts';
import { HasLeft, LiveGuest, type Surroundings } from './live-guest.ts';
import { guestIp, userAgent } from './places.ts';
import { FINE, type Story, TROUBLES } from './stories.ts';

/** Besides one guest for each kind of trouble. */
const FINE_GUESTS = 7;
const SOON_S = 40;
const LATER_S = [120, 330] as const;
const RETRY_MS = 2_000;
const RETRY_MAX_MS = 60_000;

interface CrowdOptions extends Surroundings {
  readonly clock: DemoClock;
  readonly dice: Dice;
  readonly firstGuest: number;
  log(error: unknown): void;
}

/** Each guest comes, follows a story and leaves, and the next one takes their place. Resolves when the clock stops. */
export async function walkGuests(options: CrowdOptions): Promise<void> {
  const { clock, dice, log } = options;
  let guests = options.firstGuest;

  const one = async (tell: (guest: LiveGuest) => Promise<void>): Promise<void> => {
    const guest = new LiveGuest({ ...options, ip: guestIp(guests), userAgent: userAgent(dice) });
    guests += 1;
    try {
      await guest.arrive();
      await tell(guest);
    } catch (error) {
      if (!(error instanceof HasLeft)) throw error;
    } finally {
      guest.hangUp();
    }
  };

  const place = async (stories: readonly Story[], first: number, comesAfterS: number): Promise<void> => {
    let failures = 0;
    await clock.wait(comesAfterS * 1_000);
    for (let turn = first; ; turn += 1) {
      const story = stories[turn % stories.length] as Story;
      try {
        await one((guest) => story(guest, dice));
        failures = 0;
      } catch (error) {
        if (error instanceof Stopped) return;
        // Backoff while something is wrong.
        failures += 1;
        log(error);
        await clock.wait(Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** failures));
      }
      await clock.wait(dice.between(4, 20) * 1_000);
    }
  };

  const troubles = Object.values(TROUBLES);
  const troubled = troubles.map(({ story }) => story);
  const places = [
    ...Array.from({ length: FINE_GUESTS }, (_, index) => place(FINE, index, dice.between(0, SOON_S))),
    ...troubles.map(({ comesEarly }, index) =>
      place(troubled, index, comesEarly ? dice.between(0, SOON_S) : dice.between(...LATER_S)),
    ),
  ];
  await Promise.all(places.map((taken) => taken.catch(ignoreStopped)));
}

export function ignoreStopped(error: unknown): void {
  if (!(error instanceof Stopped)) throw error;
}
