import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Apart from the log, which staff can delete. By triggers on it, so that a step and its entry are one write. */
export const guestSteps: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    await db.schema
      .createTable('guest_steps')
      .addColumn('guest_id', 'text', (column) => column.primaryKey())
      .addColumn('entered_at', 'bigint', (column) => column.notNull())
      .addColumn('address_at', 'bigint')
      .addColumn('code_at', 'bigint')
      .addColumn('verified_at', 'bigint')
      .addColumn('helped_at', 'bigint')
      .execute();
    // Older entries have only the IP address.
    const guest = sql`coalesce(guest_id, user_id)`;
    await sql`insert into guest_steps (guest_id, entered_at, address_at, code_at, verified_at)
      select ${guest}, min(created_at), ${sql.raw(firstOf(GAVE_ADDRESS))}, ${sql.raw(firstOf(ENTERED_CODE))},
        ${sql.raw(firstOf(VERIFIED))}
      from activity where ${sql.raw(ENTERED)} and ${guest} is not null group by ${guest}`.execute(db);
    await sql`update guest_steps set helped_at = (select min(created_at) from activity
        where activity.guest_id = guest_steps.guest_id and ${sql.raw(HELPED)} and ${sql.raw(isSince('created_at'))})
      where guest_id in (select guest_id from activity where guest_id is not null and ${sql.raw(HELPED)})`.execute(db);
    // With every column that the dashboard counts, so that it reads nothing but the index.
    await db.schema
      .createIndex('guest_steps_by_time')
      .on('guest_steps')
      .columns(['entered_at', 'address_at', 'code_at', 'verified_at', 'helped_at'])
      .execute();
    for (const statement of isPostgres ? ON_POSTGRES : ON_SQLITE) await sql.raw(statement).execute(db);
  },
};

/** Who took a step took those before it, also where a full row budget left out their entries. */
const ENTERED = "action in ('page_view', 'email_entry', 'code_entry', 'code_failed', 'code_success')";
const GAVE_ADDRESS = "action <> 'page_view'";
const ENTERED_CODE = "action in ('code_entry', 'code_failed', 'code_success')";
const VERIFIED = "action = 'code_success'";
/** A message to this browser, or a helper who assigned themselves. Sending a guest to the exit is no help. */
const HELPED = "action = 'admin_redirect' and kind in ('prompt', 'redirect', 'resend', 'claimed', 'stepped in')";

/** Not help from before the guest's data was deleted, which a restore finds. Clocks of processes may differ. */
const isSince = (time: string) => `${time} >= entered_at - 60000`;

const firstOf = (step: string) => `min(case when ${step} then created_at end)`;

const INTO = 'insert into guest_steps (guest_id, entered_at, address_at, code_at, verified_at)';
const LATER_STEPS = ['address_at', 'code_at', 'verified_at'];
const ONCE = `on conflict (guest_id) do update set
    ${LATER_STEPS.map((step) => `${step} = coalesce(guest_steps.${step}, excluded.${step})`).join(', ')}
  where ${LATER_STEPS.map((step) => `(guest_steps.${step} is null and excluded.${step} is not null)`).join(' or ')}`;
const HELP = `update guest_steps set helped_at = new.created_at
  where guest_id = new.guest_id and helped_at is null and ${isSince('new.created_at')}`;

const ofNew = (condition: string) => condition.replaceAll(/\b(action|kind)\b/g, 'new.$1');
const ifNew = (step: string) => `case when ${ofNew(step)} then new.created_at end`;

const ON_SQLITE = [
  `create trigger guest_steps_taken after insert on activity when new.guest_id is not null and ${ofNew(ENTERED)} begin
     ${INTO} values (new.guest_id, new.created_at, ${ifNew(GAVE_ADDRESS)}, ${ifNew(ENTERED_CODE)}, ${ifNew(VERIFIED)})
     ${ONCE};
   end`,
  `create trigger guest_steps_helped after insert on activity when new.guest_id is not null and ${ofNew(HELPED)} begin
     ${HELP};
   end`,
];

const ON_POSTGRES = [
  // Once a statement and in order, so that processes do not deadlock.
  `create function guest_steps_taken() returns trigger language plpgsql as $$ begin
     ${INTO} select guest_id, min(created_at), ${firstOf(GAVE_ADDRESS)}, ${firstOf(ENTERED_CODE)}, ${firstOf(VERIFIED)}
       from added where guest_id is not null and ${ENTERED} group by guest_id order by guest_id
     ${ONCE};
     return null;
   end $$`,
  `create trigger guest_steps_taken after insert on activity referencing new table as added
     for each statement execute function guest_steps_taken()`,
  `create function guest_steps_helped() returns trigger language plpgsql as $$ begin
     ${HELP};
     return null;
   end $$`,
  `create trigger guest_steps_helped after insert on activity for each row
     when (new.guest_id is not null and ${ofNew(HELPED)}) execute function guest_steps_helped()`,
];
