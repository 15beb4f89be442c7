import type { StuckReason } from '../contract/guests/stuck.rules.ts';
import type { Dice } from './dice.ts';
import type { LiveGuest } from './live-guest.ts';

export type Story = (guest: LiveGuest, dice: Dice) => Promise<void>;

const patience = (dice: Dice) => dice.between(9 * 60, 15 * 60);

async function goHappily(guest: LiveGuest, dice: Dice): Promise<void> {
  await guest.stay(dice.between(25, 90));
  await guest.leave();
}

async function goOn(guest: LiveGuest, dice: Dice): Promise<void> {
  if (guest.page === 'Email Entry Page') {
    await guest.stay(dice.between(5, 12));
    await guest.askForCode();
  }
  await guest.stay(dice.between(8, 20));
  if (!(await guest.enterCode())) {
    await guest.resendCode();
    await guest.stay(10);
    await guest.enterCode();
  }
  await goHappily(guest, dice);
}

async function waitForHelp(guest: LiveGuest, dice: Dice, helped: () => Promise<void>): Promise<void> {
  if (await guest.waitForHelp(patience(dice))) {
    await helped();
    await goOn(guest, dice);
  } else if (dice.chance(0.3)) guest.loseConnection();
  else await guest.leave();
}

const nothing = async () => {};

async function reachCode(guest: LiveGuest, dice: Dice, host?: string): Promise<void> {
  await guest.stay(dice.between(6, 20));
  if (guest.page === 'Email Entry Page') await guest.askForCode(host);
}

export const FINE: readonly Story[] = [
  async (guest, dice) => {
    await reachCode(guest, dice);
    await goOn(guest, dice);
  },
  async (guest, dice) => {
    await reachCode(guest, dice);
    await guest.lookElsewhere(dice.between(25, 50));
    await goOn(guest, dice);
  },
  async (guest, dice) => {
    await reachCode(guest, dice);
    await guest.stay(dice.between(10, 20));
    await guest.mistypeCode();
    await goOn(guest, dice);
  },
  async (guest, dice) => {
    if (await guest.stay(dice.between(15, 70))) await goOn(guest, dice);
    await guest.leave();
  },
  async (guest, dice) => {
    await reachCode(guest, dice);
    await guest.stay(dice.between(10, 40));
    guest.loseConnection();
  },
  async (guest, dice) => {
    await reachCode(guest, dice);
    await guest.askForHelp('wrong_address');
    await guest.stay(dice.between(20, 40));
    await guest.withdrawHelp();
    await guest.correctEmail();
    await goOn(guest, dice);
  },
];

interface Trouble {
  readonly story: Story;
  readonly comesEarly: boolean;
}

const soon = (story: Story): Trouble => ({ story, comesEarly: false });
/** This trouble shows only after minutes, so the guest comes early and the demo opens with it. */
const afterMinutes = (story: Story): Trouble => ({ story, comesEarly: true });

export const TROUBLES: Record<StuckReason | 'told_to_come', Trouble> = {
  asked_for_help: soon(async (guest, dice) => {
    await reachCode(guest, dice);
    await guest.stay(dice.between(15, 30));
    await guest.askForHelp('no_mail');
    await waitForHelp(guest, dice, nothing);
  }),
  mail_failed: soon(async (guest, dice) => {
    await reachCode(guest, dice, 'old-company.invalid');
    await waitForHelp(guest, dice, () => guest.correctEmail());
  }),
  no_code_tried: afterMinutes(async (guest, dice) => {
    await reachCode(guest, dice);
    await waitForHelp(guest, dice, nothing);
  }),
  codes_refused: soon(async (guest, dice) => {
    await reachCode(guest, dice);
    for (const _ of ['first', 'second']) {
      await guest.stay(dice.between(8, 15));
      await guest.mistypeCode();
    }
    await waitForHelp(guest, dice, nothing);
  }),
  code_expired: afterMinutes(async (guest, dice) => {
    await reachCode(guest, dice);
    await guest.stay(10);
    await guest.mistypeCode();
    await guest.hide();
    await guest.stay(310);
    await guest.lookElsewhere(1);
    await waitForHelp(guest, dice, () => guest.resendCode());
  }),
  slow_step: afterMinutes((guest, dice) => waitForHelp(guest, dice, nothing)),
  /** Another person is with this guest, perhaps on the phone. No message reaches the guest until they go on. */
  told_to_come: soon(async (guest, dice) => {
    await guest.stay(dice.between(10, 30));
    await guest.askForHelp('told_to_come');
    await guest.stay(dice.between(120, 240));
    if (dice.chance(0.5)) await guest.leave();
    await guest.withdrawHelp();
    await goOn(guest, dice);
  }),
};
