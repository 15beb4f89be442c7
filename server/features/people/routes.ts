import type { FastifyInstance } from 'fastify';
import { HOLD_MAX_DAYS } from '../../../contract/people/people.rules.ts';
import {
  endHold,
  eraseMyData,
  erasePerson,
  exportPerson,
  listHolds,
  myData,
  searchPerson,
  setHold,
} from '../../../contract/people/people.ts';
import { maskedEmail } from '../../../contract/text/masked-email.ts';
import { DAY_MS, isLongAgo, iso } from '../../clock.ts';
import type { Core } from '../../core.ts';
import type { Db, Trx } from '../../db/tables.ts';
import { badInput, HttpError } from '../../errors.ts';
import { serve } from '../../http/route.ts';
import { demandFromLimits } from '../../limits/database-counts.ts';
import { countOf } from '../../limits/limit.ts';
import { LIMITS, REQUESTS } from '../../limits/limits.ts';
import type { Caller } from '../../sessions/transact.ts';
import { displayStoredEmail } from '../../text/display-stored-email.ts';
import { networkOf } from '../../visitor/address.ts';
import { recordActivity } from '../log/activity/activity.ts';
import { emailHash } from '../log/activity/email-search.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { findVerification } from '../verification/queries.ts';
import type { Outcome, Stayed } from './erase.ts';
import type { Erasures } from './erasures.ts';
import { endHolds, holdOn, holdsIn, presentHold, putHold } from './holds.ts';
import { findPerson } from './person.ts';
import { beingErased, eraseRefusal, notConfirmedLately } from './policy.ts';
import { isGuestKind } from './rows.ts';
import { countPerson, type Days, exportPersonData, SHOWN_TO_GUESTS, stayUntil } from './search.ts';

/** The guest's page shows the full address for as long. */
const AFTER_CONFIRMING_MS = 15 * 60_000;

interface PeopleDeps extends Pick<Core, 'config' | 'db' | 'reader' | 'keys' | 'clock' | 'transact' | 'bus'> {
  readonly settings: Pick<SettingsStore, 'current'>;
  readonly erasures: Erasures;
}

const holdGone = () => new HttpError('not_found', 'There is no legal hold on this address.');

type Change = 'person searched' | 'person downloaded' | 'hold ended';

export function peopleRoutes(app: FastifyInstance, deps: PeopleDeps): void {
  const { config, db, reader, keys, clock, transact, settings, erasures } = deps;
  const STAFF = { access: 'manage-people', limits: { rate: REQUESTS.people }, fresh: 'always' } as const;

  const days = (): Days => {
    const { guestRetentionDays, activityRetentionDays } = settings.current;
    return {
      guests: Math.min(guestRetentionDays, activityRetentionDays),
      activity: activityRetentionDays,
      audit: Math.max(config.auditRetentionDays, activityRetentionDays),
    };
  };
  const presentStayed = (stayed: readonly Stayed[]) =>
    stayed.map((each) => {
      const { kind, reason, count } = each;
      return { kind, reason, count, until: stayUntil(each, days(), clock.now()) };
    });
  const presentOutcome = ({ erased, stayed }: Outcome) => ({
    erased: [...erased].map(([kind, count]) => ({ kind, count })),
    stayed: presentStayed(stayed),
  });

  /** The hash lets an erasure find this entry. */
  const record = (trx: Trx, actor: Caller, email: string, change: Change) =>
    recordActivity(trx, {
      ...actor,
      action: 'profile_update',
      details: { change, person: maskedEmail(email) },
      emailHash: emailHash(keys, email),
      at: clock.now(),
    });

  serve(app, searchPerson, {
    ...STAFF,
    change: async ({ body: { email }, actor }) => {
      const caller = actor();
      await demandFromLimits(db, [countOf(LIMITS.addressSearches, caller.userId)], clock.now());
      const person = await findPerson(reader, keys, email, 'staff');
      const { found, stays } = await countPerson(reader, person, days());
      const hold = await holdOn(reader, deps, person);
      // Last: don't send what was read to someone who lost access meanwhile.
      await transact(caller, (trx) => record(trx, caller, email, 'person searched'));
      return {
        email,
        account: person.account && accountOf(person.account),
        found,
        stays: presentStayed(stays),
        hold: hold === undefined ? null : presentHold(hold),
        refusal: eraseRefusal(caller, person, hold)?.message ?? null,
      };
    },
  });

  serve(app, exportPerson, {
    ...STAFF,
    change: async ({ body: { email }, actor }) => {
      const caller = actor();
      await demandFromLimits(db, [countOf(LIMITS.addressSearches, caller.userId)], clock.now());
      const person = await findPerson(reader, keys, email, 'staff');
      const sections = await exportPersonData(reader, person);
      await transact(caller, (trx) => record(trx, caller, email, 'person downloaded'));
      const madeAt = iso(clock.now());
      return { email, account: person.account && accountOf(person.account), madeAt, sections };
    },
  });

  serve(app, erasePerson, {
    ...STAFF,
    change: async ({ body: { email }, actor }) => {
      const caller = actor();
      await demandFromLimits(db, [countOf(LIMITS.erasures, caller.userId)], clock.now());
      const begun = await transact(
        caller,
        async (trx) => erasures.begin(trx, await findPerson(trx, keys, email, 'staff'), caller),
        'users',
      );
      return presentOutcome(await erasures.finish(begun));
    },
  });

  serve(app, listHolds, {
    access: 'manage-people',
    limits: { rate: REQUESTS.people },
    handler: async () => (await holdsIn(reader, deps)).map(presentHold),
  });

  serve(app, setHold, {
    ...STAFF,
    change: async ({ body: { email, reason, until }, actor }) => {
      const caller = actor();
      const now = clock.now();
      const end = Date.parse(until);
      if (end <= now) throw badInput('Choose a date in the future.');
      if (end > now + HOLD_MAX_DAYS * DAY_MS) throw badInput('A legal hold can last at most ten years.');
      const work = async (trx: Trx) => {
        const person = await findPerson(trx, keys, email, 'staff');
        if (await erasures.isUnderWay(trx, person)) throw beingErased();
        const hold = await putHold(trx, deps, person, { reason, until: end }, caller);
        await recordActivity(trx, {
          ...caller,
          action: 'profile_update',
          details: { change: 'hold set', person: maskedEmail(email), until: iso(end) },
          emailHash: emailHash(keys, email),
          at: now,
        });
        return presentHold(hold);
      };
      // The lock keeps erasures and deletions from starting meanwhile.
      return transact(caller, work, 'users');
    },
  });

  serve(app, endHold, {
    ...STAFF,
    change: async ({ body: { email }, actor }) => {
      const caller = actor();
      await transact(caller, async (trx) => {
        const person = await findPerson(trx, keys, email, 'staff');
        if (!(await endHolds(trx, deps, person))) throw holdGone();
        await record(trx, caller, email, 'hold ended');
      });
    },
  });

  const confirmed = async (trx: Db | Trx, secret: string): Promise<{ email: string; verifiedAt: number }> => {
    const row = await findVerification(trx, secret);
    if (row?.verified_at == null || isLongAgo(row.verified_at, AFTER_CONFIRMING_MS, clock.now()))
      throw notConfirmedLately();
    return { email: row.email, verifiedAt: row.verified_at };
  };
  const ofGuest = <Each extends { kind: Parameters<typeof isGuestKind>[0] }>(list: readonly Each[]) =>
    list.flatMap((each) => {
      const { kind } = each;
      return isGuestKind(kind) ? [{ ...each, kind }] : [];
    });

  serve(app, myData, {
    access: 'guest',
    limits: { rate: REQUESTS.ownData },
    handler: async ({ guest }) => {
      const { secret, publicId } = guest();
      const { email, verifiedAt } = await confirmed(db, secret);
      await demandFromLimits(db, [countOf(LIMITS.ownDataSeen, publicId)], clock.now());
      const person = await findPerson(reader, keys, email, 'guest');
      const { stays } = await countPerson(reader, person, days(), SHOWN_TO_GUESTS);
      const hold = await holdOn(reader, deps, person);
      return {
        email: displayStoredEmail(email),
        remainingMs: Math.min(verifiedAt + AFTER_CONFIRMING_MS - clock.now(), AFTER_CONFIRMING_MS),
        hasAccount: person.ownerId !== null,
        heldUntil: hold === undefined ? null : iso(hold.until_at),
        sections: ofGuest(await exportPersonData(reader, person, SHOWN_TO_GUESTS)),
        stays: ofGuest(presentStayed(stays)),
      };
    },
  });

  serve(app, eraseMyData, {
    access: 'guest',
    limits: { rate: REQUESTS.ownData },
    handler: async ({ guest, request }) => {
      const network = networkOf(request.ipAddress);
      const begun = await transact(
        'guest',
        async (trx) => {
          const { email } = await confirmed(trx, guest().secret);
          const limits = [countOf(LIMITS.ownErasures, network), countOf(LIMITS.ownErasuresInAll)];
          await demandFromLimits(trx, limits, clock.now());
          return erasures.begin(trx, await findPerson(trx, keys, email, 'guest'), 'guest');
        },
        'users',
      );
      const { erased, stayed } = presentOutcome(await erasures.finish(begun));
      return { erased: ofGuest(erased), stayed: ofGuest(stayed) };
    },
  });
}

const accountOf = ({ id, username, role }: NonNullable<Awaited<ReturnType<typeof findPerson>>['account']>) => ({
  id,
  username,
  role,
});
