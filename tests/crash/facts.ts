import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { TestDatabase } from '../support/database.ts';
import type { Value } from './journal.ts';

type Row = Record<string, string | number | null>;
/** A sign-in writes its entry a moment before its session, in the same transaction. */
const SAME_MOMENT_MS = 60_000;
type Select = (text: string) => Promise<Row[]>;

/** Reads the database directly, in one transaction. */
async function reading<T>({ env }: TestDatabase, work: (select: Select) => Promise<T>): Promise<T> {
  if (env.DATABASE_URL === undefined) {
    const database = new DatabaseSync(join(env.DATA_DIR, 'gatehouse.db'), { readOnly: true });
    try {
      database.exec('begin');
      return await work(async (text) => database.prepare(text).all() as Row[]);
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    return await work(async (text) => (await client.query(text)).rows);
  } finally {
    await client.end();
  }
}

export interface Facts {
  /** The value of a fact in the database, or null. */
  of(fact: string): Value;
  /** Rows that belong together and are incomplete, whichever request wrote them. */
  readonly halfDone: readonly string[];
}

export const readFacts = (database: TestDatabase): Promise<Facts> =>
  reading(database, async (select) => {
    const facts = new Map<string, Value>();
    const count = (fact: string) => facts.set(fact, Number(facts.get(fact) ?? 0) + 1);
    const append = (fact: string, entry: string) => {
      const entries = (facts.get(fact) ?? []) as string[];
      entries.push(entry);
      facts.set(fact, entries);
    };
    const halfDone: string[] = [];
    const names = new Map<string, string>();
    /** Users, prompts and redirects with a log entry. */
    const logged = new Set<string>();
    const signIns: { user: Row[string] | undefined; at: number }[] = [];

    const users = await select(
      'select id, username, email, role, status, password_state, temporary_password from users',
    );
    for (const { id, username, role, status, password_state, temporary_password } of users) {
      names.set(String(id), String(username));
      const used = temporary_password === null ? 'used' : 'unused';
      facts.set(`user ${username}`, `${role} ${status} ${password_state} ${used}`);
    }

    const activity = await select(
      'select user_id, action, page, ip_address, details, created_at from activity order by created_at, id',
    );
    const entries = activity.map((row) => [row, row.details == null ? {} : JSON.parse(String(row.details))] as const);
    for (const [, details] of entries) if (details.change === 'created') names.set(details.user, details.username);
    for (const [{ user_id, action, page, ip_address, created_at }, details] of entries) {
      const name = names.get(String(user_id));
      switch (action) {
        case 'page_view':
          count(`page views ${ip_address}`);
          break;
        case 'email_entry':
          count(`addresses given ${ip_address}`);
          break;
        case 'code_success':
          count(`codes accepted ${ip_address}`);
          break;
        case 'code_failed':
          count(`codes refused ${ip_address}`);
          break;
        case 'login':
          count(`logins ${name}`);
          signIns.push({ user: user_id, at: Number(created_at) });
          break;
        case 'logout':
          count(`logouts ${name}`);
          break;
        case 'admin_redirect':
          count(`entries about ${details.guest ?? names.get(details.user)}`);
          logged.add(`${details.change} ${details.guest ?? details.user} ${details.prompt ?? page} ${created_at}`);
          break;
        // A guest's own entry, beside the one of staff.
        case 'redirect':
          count(`${details.kind} ${details.state} ${ip_address}`);
          break;
        case 'profile_update':
          if (details.change === 'settings') count('settings saved');
          else if (details.username === undefined) append(`own history ${name}`, details.change);
          else append(`history ${details.username}`, [details.change, details.status].filter(Boolean).join(' '));
          if (details.change === 'created') logged.add(`user ${details.user}`);
          if (details.change === 'registered') logged.add(`user ${user_id}`);
          break;
      }
    }
    for (const { id, username } of users)
      if (!logged.has(`user ${id}`) && username !== 'admin') halfDone.push(`user ${username} without an entry`);

    for (const { token_hash, user_id, created_at } of await select('select * from sessions')) {
      count(`sessions ${names.get(String(user_id))}`);
      facts.set(`session ${token_hash}`, 'open');
      const age = (at: number) => Number(created_at) - at;
      if (!signIns.some(({ user, at }) => user === user_id && age(at) >= 0 && age(at) < SAME_MOMENT_MS))
        halfDone.push(`session of ${user_id} without an entry`);
    }
    for (const { user_id, city } of await select('select user_id, city from profiles'))
      facts.set(`profile ${names.get(String(user_id))}`, city as string);

    for (const row of await select('select * from redirects order by destination_path, is_persistent')) {
      const { user_id, destination_path, is_persistent, created_at } = row;
      append(`redirects ${names.get(String(user_id))}`, `${destination_path} ${is_persistent}`);
      if (!logged.has(`redirect ${user_id} ${destination_path} ${created_at}`))
        halfDone.push(`redirect of ${user_id} without an entry`);
    }
    for (const row of await select('select * from guest_messages where is_waiting = 1 order by target')) {
      const { guest_ip, kind, prompt, target, is_persistent, created_at } = row;
      if (kind === 'prompt') facts.set(`prompt ${guest_ip}`, prompt as string);
      else append(`redirects ${guest_ip}`, `${target} ${is_persistent}`);
      if (!logged.has(`${kind} ${guest_ip} ${prompt ?? target} ${created_at}`))
        halfDone.push(`${kind} to ${guest_ip} without an entry`);
    }

    const verifications = await select('select guest_secret, email, tries, outcome from guest_verifications');
    for (const { guest_secret, email, tries, outcome } of verifications)
      facts.set(`code ${guest_secret}`, `${email} ${tries} ${outcome}`);
    const registrations = await select('select email from registrations');
    // A registration is gone once it is an account.
    const asked = new Set([...verifications, ...registrations, ...users].map(({ email }) => email));
    for (const { recipient, sealed, state, guest_ip } of await select("select * from outbox where channel = 'mail'")) {
      count(`mails ${recipient}`);
      if (sealed !== null) facts.set(`mail waits ${recipient}`, 'yes');
      if ((sealed === null) === ['queued', 'sending'].includes(String(state)))
        halfDone.push(`mail to ${recipient} is ${state}, its contents ${sealed === null ? 'erased' : 'kept'}`);
      if (guest_ip !== null && !asked.has(recipient)) halfDone.push(`mail to ${recipient} without its code`);
    }
    for (const { email } of registrations) count(`registrations ${email}`);
    for (const { key, count: taken } of await select("select * from limit_counts where key like '%:codesOfNetwork'"))
      facts.set(`mails taken ${String(key).slice(0, -':codesOfNetwork'.length)}`, Number(taken));

    const settings = new Map((await select('select * from settings')).map(({ name, value }) => [name, value]));
    const messages = ['codePromptMessage', 'exitMessage'].map((name) => settings.get(name));
    if (settings.size > 0) facts.set('settings', messages.join(', '));
    const reads = await select('select notifications.id from notifications join notification_reads using (type, seq)');
    for (const { id } of reads) facts.set(`read ${id}`, 'yes');

    if (database.env.DATABASE_URL === undefined) {
      for (const row of await select('pragma integrity_check'))
        if (row.integrity_check !== 'ok') halfDone.push(`integrity: ${row.integrity_check}`);
      for (const row of await select('pragma foreign_key_check')) halfDone.push(`foreign key: ${JSON.stringify(row)}`);
    }
    return { of: (fact) => facts.get(fact) ?? null, halfDone };
  });
