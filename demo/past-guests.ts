import { guestUserId } from '../contract/log/activity.rules.ts';
import { maskedEmail } from '../contract/text/masked-email.ts';
import type { Keys } from '../server/crypto/keys.ts';
import type { Entry } from '../server/features/log/activity/activity.ts';
import type { GatePass } from '../server/features/verification/gate/gate.ts';
import type { Result } from '../server/features/verification/verified/queries.ts';
import { publicGuestId } from '../server/visitor/guest-id.ts';
import { type Actor, visitorAt } from '../server/visitor/visitor.ts';
import type { DemoClock } from './clock.ts';
import type { Dice } from './dice.ts';
import { GuestBrowser } from './guest-browser.ts';
import type { DevelopmentMailbox } from './mailbox.ts';
import { guestIp, userAgent } from './places.ts';

const SECOND = 1_000;

export function guestEntries(dice: Dice, keys: Keys, index: number, email: string, came: number): Entry[] {
  const visitor = visitorAt(guestIp(index), userAgent(dice));
  const who = { userId: guestUserId(visitor.ipAddress), guestId: publicGuestId(keys, `past-${index}`), visitor };
  let at = came;
  const later = (seconds: number) => {
    at += seconds * SECOND;
    return at;
  };
  const entries: Entry[] = [{ ...who, action: 'page_view', page: 'Email Entry Page', at }];
  if (dice.chance(0.15)) return entries;
  const page = 'Verify Code Page';
  entries.push(
    {
      ...who,
      action: 'email_entry',
      page: 'Email Entry Page',
      details: { email: maskedEmail(email) },
      at: later(dice.between(8, 40)),
    },
    { ...who, action: 'page_view', page, at: later(1) },
    { ...who, action: 'code_entry', page, at: later(dice.between(20, 90)) },
  );
  if (dice.chance(0.2)) entries.push({ ...who, action: 'code_failed', page, at: later(1) });
  else entries.push({ ...who, action: 'code_success', page, details: { email }, at: later(1) });
  return entries;
}

const isHelped = (index: number) => index % 7 === 0;

/** The entry of a helper who assigned themselves while the guest waited for the code. */
export function helpFor(entries: readonly Entry[], index: number, helper: Actor): Entry[] {
  const asked = entries.find(({ action }) => action === 'email_entry');
  if (asked === undefined || !isHelped(index)) return [];
  const details = { change: 'claimed', guest: asked.visitor.ipAddress } as const;
  return [{ ...helper, action: 'admin_redirect', details, guestId: asked.guestId, at: asked.at + 15 * SECOND }];
}

export function resultIn(entries: readonly Entry[], index: number): { result: Result; pass: GatePass | null } | null {
  const asked = entries.find(({ action }) => action === 'email_entry');
  const done = entries.find((entry) => entry.action === 'code_success');
  if (asked === undefined || done?.action !== 'code_success') return null;
  const { guestId = '', details, at, visitor } = done;
  const who = { publicId: guestId, email: details.email, visitor };
  const result = { ...who, at, since: asked.at, helped: isHelped(index) };
  const claims = JSON.stringify({ order: 10_400 + index, campaign: index % 2 === 0 ? 'autumn' : 'spring' });
  const pass = { jti: `order-${10_400 + index}`, sub: `customer-${70_000 + index * 37}`, claims };
  return { result, pass: index % 5 < 2 ? pass : null };
}

interface Visit {
  readonly url: string;
  readonly clock: DemoClock;
  readonly dice: Dice;
  readonly mailbox: DevelopmentMailbox;
  readonly index: number;
  readonly email: string;
}

/** Guests of today are still in the live list, so they make real requests at a past time. */
export async function visit({ url, clock, dice, mailbox, index, email }: Visit): Promise<void> {
  const browser = new GuestBrowser({ url, ip: guestIp(index), userAgent: userAgent(dice) });
  const later = (seconds: number) => clock.moveTo(clock.now() + seconds * SECOND);
  const leave = (page: Parameters<typeof browser.open>[0]) => browser.say('left', page);
  await browser.get('/api/guest/state');
  await browser.open('Email Entry Page');
  later(dice.between(8, 40));
  if (dice.chance(0.15)) return void (await leave('Email Entry Page'));
  await browser.askForCode(email);
  await browser.open('Verify Code Page');
  later(dice.between(15, 60));
  if (dice.chance(0.1)) await browser.askForHelp('no_mail');
  let mail = await mailbox.newestTo(email);
  for (; mail === null; mail = await mailbox.newestTo(email)) await new Promise((again) => setTimeout(again, 5));
  if (dice.chance(0.15)) return void (await leave('Verify Code Page'));
  await browser.submitCode(email, mail.code);
  await browser.tryCode(email, mail.code);
  later(15);
  await browser.post('/api/guest/code-processed', { email, success: true });
  await browser.open('Code Processing Complete');
  await browser.open('Email Entry Page');
  later(dice.between(5, 30));
  await leave('Email Entry Page');
}
