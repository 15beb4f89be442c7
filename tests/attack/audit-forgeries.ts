import { sql } from 'kysely';
import type { ActivityRow, Db, LinkRow } from '../../server/db/tables.ts';
import { PSEUDONYM, withPseudonym } from '../support/audit.ts';

/** What an attacker sees who can write to the database but does not have the server key. */
export interface Scene {
  readonly db: Db;
  /** Oldest first. */
  readonly keyIds: readonly string[];
  readonly links: readonly LinkRow[];
  /** The link of the entry to hide, and the next link with the same key. */
  readonly victim: LinkRow;
  readonly next: LinkRow;
  /** A link with a genuine mark of retention. */
  readonly marked: LinkRow;
  /** The first link of a redacted entry, and the link of its redaction. Others follow. */
  readonly original: LinkRow;
  readonly redacted: LinkRow;
  /** The redacted entry as it was, with its MAC. */
  readonly before: ActivityRow;
}

export interface Forgery {
  readonly forge: (scene: Scene) => Promise<unknown>;
  /** The forgery needs at least so many rotations. */
  readonly rotations?: number;
  /** Only the command finds it, because the server checks only linked entries. */
  readonly isFoundByCommandOnly?: true;
  /** Looks like a database from before the chain: the next start links it, and only a head kept elsewhere exposes it. */
  readonly looksUnchained?: true;
}

const HASH = 'x'.repeat(43);
const LOST = { key_id: 'lost', sealed: null };

const entry = ({ db }: Scene, { entry_id }: LinkRow) =>
  db
    .selectFrom('activity')
    .selectAll()
    .where('id', '=', entry_id ?? '')
    .executeTakeFirstOrThrow();
const editEntry = ({ db }: Scene, { entry_id }: LinkRow, values: object) =>
  db
    .updateTable('activity')
    .set(values)
    .where('id', '=', entry_id ?? '')
    .execute();
const editLink = ({ db }: Scene, { position }: LinkRow, values: object) =>
  db.updateTable('audit_chain').set(values).where('position', '=', position).execute();
const deleteEntries = async ({ db }: Scene, links: readonly LinkRow[]) => {
  const ids = links.flatMap(({ entry_id }) => entry_id ?? []);
  if (ids.length > 0) await db.deleteFrom('activity').where('id', 'in', ids).execute();
};
const deleteWithLinks = async (scene: Scene, links: readonly LinkRow[]) => {
  await deleteEntries(scene, links);
  for (const { position } of links) await scene.db.deleteFrom('audit_chain').where('position', '=', position).execute();
};

const edit = (scene: Scene) => editEntry(scene, scene.victim, { details: null, target: null });

/** The best forgery without a key: entry and link fit each other. */
const editWithMacs = async (scene: Scene) => {
  await editEntry(scene, scene.victim, { details: null, target: null, mac: HASH });
  await editLink(scene, scene.victim, { entry_mac: HASH });
};

/** Renumbers every link after a deleted one. */
const moveUp = async (scene: Scene, { position: deleted, previous }: LinkRow) => {
  const later = scene.links.filter(({ position }) => position > deleted);
  for (const [index, link] of later.entries())
    await editLink(scene, link, { position: link.position - 1, ...(index === 0 && { previous }) });
};

/** Deletes entry and link, and renumbers every later link. */
const closeGap = async (scene: Scene) => {
  await deleteWithLinks(scene, [scene.victim]);
  await moveUp(scene, scene.victim);
};

const putBackEntry = (scene: Scene) => editEntry(scene, scene.redacted, scene.before);
const deleteLink = ({ db }: Scene, { position }: LinkRow) =>
  db.deleteFrom('audit_chain').where('position', '=', position).execute();

/** Redacts the victim as the server does, but without its key. */
const redactVictim = async (scene: Scene, mac: string | null) => {
  const { details } = withPseudonym(await entry(scene, scene.victim));
  await editEntry(scene, scene.victim, { details, target: PSEUDONYM, mac });
};

const addLink = ({ db, links }: Scene, values: Partial<LinkRow>) => {
  const last = links.at(-1) as LinkRow;
  const link = { ...last, position: last.position + 1, previous: last.hash, hash: HASH, ...values };
  return db.insertInto('audit_chain').values(link).execute();
};

const swap = async (scene: Scene, victim = scene.victim, next = scene.next) => {
  await editLink(scene, victim, { position: 1_000_000 });
  await editLink(scene, next, { position: victim.position });
  await editLink(scene, { ...victim, position: 1_000_000 }, { position: next.position });
};

const add = async (scene: Scene, values: object) =>
  scene.db
    .insertInto('activity')
    .values({ ...(await entry(scene, scene.victim)), id: 'added', ...values })
    .execute();

const upTo = ({ links, victim }: Scene) => links.filter(({ position }) => position <= victim.position);
const invent = ({ db }: Scene, { position, hash, key_id }: LinkRow, reason: 'retention' | 'key lost') =>
  db.insertInto('audit_cuts').values({ position, hash, key_id, cut_at: 1, reason, mac: HASH }).execute();

const relabel = ({ db }: Scene, key_id: string) => db.updateTable('audit_chain').set({ key_id }).execute();
const list = ({ db }: Scene, row: { key_id: string; sealed: string | null }) =>
  db.insertInto('audit_keys').values(row).execute();
const setSealed = ({ db }: Scene, sealed: string | null) => db.updateTable('audit_keys').set({ sealed }).execute();
const current = ({ keyIds }: Scene) => keyIds.at(-1) as string;

export const FORGERIES: Readonly<Record<string, Forgery>> = {
  'an entry is edited': { forge: edit },
  'an entry is edited, and its MACs are invented': { forge: editWithMacs },
  'an entry is replaced by a copy of another one': {
    forge: async (scene) => {
      const { id, ...other } = await entry(scene, scene.next);
      await editEntry(scene, scene.victim, other);
      await editLink(scene, scene.victim, { entry_mac: other.mac });
    },
  },
  'an entry is deleted': { forge: (scene) => deleteEntries(scene, [scene.victim]) },
  'an entry is deleted, and marked as retention does': {
    forge: async (scene) => {
      await deleteEntries(scene, [scene.victim]);
      await editLink(scene, scene.victim, { removed: HASH });
    },
  },
  "an entry is deleted, with another link's mark of retention": {
    forge: async (scene) => {
      await deleteEntries(scene, [scene.victim]);
      await editLink(scene, scene.victim, { removed: scene.marked.removed });
    },
  },
  'an entry is deleted, and its link is turned into a key link': {
    forge: async (scene) => {
      await deleteEntries(scene, [scene.victim]);
      await editLink(scene, scene.victim, { kind: 'key', entry_id: null, entry_mac: null });
    },
  },
  'all entries up to one are deleted, and marked as retention does': {
    forge: async (scene) => {
      await deleteEntries(scene, upTo(scene));
      for (const link of upTo(scene)) await editLink(scene, link, { removed: HASH });
    },
  },
  'an entry is made so old that retention deletes it': {
    forge: (scene) => editEntry(scene, scene.victim, { created_at: 1 }),
  },
  'an entry is deleted with its link': { forge: (scene) => deleteWithLinks(scene, [scene.victim]) },
  'an entry is deleted with its link, and the gap is closed': { forge: closeGap },
  'links are swapped': { forge: swap },
  'links are swapped with matching previous hashes': {
    forge: async (scene) => {
      const { victim, next } = scene;
      await swap(scene);
      await editLink(scene, victim, { previous: victim.previous });
      await editLink(scene, next, { previous: next.hash });
    },
  },
  'an entry is added with the MAC of another one': { forge: (scene) => add(scene, {}) },
  'an entry is added as if it were from before the chain': { forge: (scene) => add(scene, { mac: null }) },
  'an entry is added as if it were linked': {
    isFoundByCommandOnly: true,
    forge: async (scene) => {
      await add(scene, {});
      await scene.db.deleteFrom('audit_waiting').execute();
    },
  },
  'an entry is added with a link': {
    forge: async (scene) => {
      await add(scene, {});
      await addLink(scene, { kind: 'entry', entry_id: 'added' });
    },
  },
  'an entry is redacted without a link': { forge: (scene) => redactVictim(scene, scene.victim.entry_mac) },
  'an entry is redacted, and its own link says so': {
    forge: async (scene) => {
      await redactVictim(scene, HASH);
      await editLink(scene, scene.victim, { kind: 'redacted', entry_mac: HASH });
    },
  },
  'an entry is redacted with an invented link': {
    forge: async (scene) => {
      await redactVictim(scene, HASH);
      await addLink(scene, { kind: 'redacted', entry_id: scene.victim.entry_id, entry_mac: HASH });
    },
  },
  'an entry is redacted with the link of another redaction': {
    forge: async (scene) => {
      await redactVictim(scene, scene.redacted.entry_mac);
      await editLink(scene, scene.redacted, { entry_id: scene.victim.entry_id });
    },
  },
  'an entry is redacted with a copy of the link of another redaction': {
    forge: async (scene) => {
      const { kind, entry_mac, key_id, previous, hash, linked_at } = scene.redacted;
      await redactVictim(scene, entry_mac);
      const copied = { kind, entry_mac, key_id, previous, hash, linked_at };
      await addLink(scene, { ...copied, entry_id: scene.victim.entry_id });
    },
  },
  'a redacted entry is edited': { forge: (scene) => editEntry(scene, scene.redacted, { ip_address: '192.0.2.1' }) },
  'a redacted entry is edited, and its MACs are invented': {
    forge: async (scene) => {
      await editEntry(scene, scene.redacted, { details: null, mac: HASH });
      await editLink(scene, scene.redacted, { entry_mac: HASH });
    },
  },
  'a redacted entry gets another action': { forge: (scene) => editEntry(scene, scene.redacted, { action: 'login' }) },
  'a redacted entry gets another kind': { forge: (scene) => editEntry(scene, scene.redacted, { kind: 'login' }) },
  'a redacted entry gets another time': { forge: (scene) => editEntry(scene, scene.redacted, { created_at: 1 }) },
  'a redacted entry is no longer of staff': { forge: (scene) => editEntry(scene, scene.redacted, { staff: 0 }) },
  'a redacted entry is deleted': { forge: (scene) => deleteEntries(scene, [scene.redacted]) },
  'a redacted entry is deleted, and marked as retention does': {
    forge: async (scene) => {
      await deleteEntries(scene, [scene.redacted]);
      for (const link of [scene.original, scene.redacted]) await editLink(scene, link, { removed: HASH });
    },
  },
  'a redacted entry is deleted with its links': {
    forge: async (scene) => {
      await deleteWithLinks(scene, [scene.original, scene.redacted]);
    },
  },
  'a redacted entry is put back as it was': { forge: putBackEntry },
  'a redacted entry is put back with the MAC of its redaction': {
    forge: (scene) => editEntry(scene, scene.redacted, { ...scene.before, mac: scene.redacted.entry_mac }),
  },
  'a redacted entry is put back, and the MAC of its redaction is replaced': {
    forge: async (scene) => {
      await putBackEntry(scene);
      await editLink(scene, scene.redacted, { entry_mac: scene.before.mac });
    },
  },
  'a redacted entry is put back, and its redaction is deleted': {
    forge: async (scene) => {
      await putBackEntry(scene);
      await deleteLink(scene, scene.redacted);
    },
  },
  'a redacted entry is put back, its redaction is deleted, and the gap is closed': {
    forge: async (scene) => {
      await putBackEntry(scene);
      await deleteLink(scene, scene.redacted);
      await moveUp(scene, scene.redacted);
    },
  },
  'a redacted entry is put back, and its links are swapped': {
    forge: async (scene) => {
      await putBackEntry(scene);
      await swap(scene, scene.original, scene.redacted);
    },
  },
  'a redacted entry is put back, and its first link is added once more': {
    forge: async (scene) => {
      const { position, ...link } = scene.original;
      await putBackEntry(scene);
      await addLink(scene, link);
    },
  },
  'a redacted entry is put back, and its redaction is turned into a key link': {
    forge: async (scene) => {
      await putBackEntry(scene);
      await editLink(scene, scene.redacted, { kind: 'key', entry_id: null, entry_mac: null });
    },
  },
  'the link of a redaction is relabelled as the link of an entry': {
    forge: (scene) => editLink(scene, scene.redacted, { kind: 'entry' }),
  },
  'the link before a redaction is deleted': { forge: (scene) => deleteLink(scene, scene.original) },
  'the link before a redaction is deleted, and the gap is closed': {
    forge: async (scene) => {
      await deleteLink(scene, scene.original);
      await moveUp(scene, scene.original);
    },
  },
  'the beginning is cut off': { forge: (scene) => deleteWithLinks(scene, upTo(scene)) },
  'the beginning is cut off as by retention': {
    forge: async (scene) => {
      await deleteWithLinks(scene, upTo(scene));
      await invent(scene, scene.victim, 'retention');
    },
  },
  'the beginning is cut off as for a lost key': {
    forge: async (scene) => {
      await deleteWithLinks(scene, upTo(scene));
      await invent(scene, scene.victim, 'key lost');
    },
  },
  'the chain is emptied': { forge: ({ db }) => db.deleteFrom('audit_chain').execute() },
  'the chain is emptied, as if there had never been one': {
    looksUnchained: true,
    forge: async ({ db }) => {
      await db.deleteFrom('audit_chain').execute();
      await db.deleteFrom('audit_keys').execute();
      await db.updateTable('activity').set({ mac: null }).execute();
      await sql`insert into audit_waiting (entry_id) select id from activity where staff = 1`.execute(db);
    },
  },
  'all links name an invented key': { forge: (scene) => relabel(scene, LOST.key_id) },
  'all links name an invented key that is listed as lost': {
    forge: async (scene) => {
      await relabel(scene, LOST.key_id);
      await list(scene, LOST);
    },
  },
  'all links name an invented key that is listed as lost, and an entry is edited': {
    forge: async (scene) => {
      await relabel(scene, LOST.key_id);
      await list(scene, LOST);
      await editWithMacs(scene);
    },
  },
  'all links name an invented key that is listed as lost, and an entry is deleted with its link': {
    forge: async (scene) => {
      await closeGap(scene);
      await relabel(scene, LOST.key_id);
      await list(scene, LOST);
    },
  },
  'all links name an invented key that is listed as sealed': {
    forge: async (scene) => {
      await relabel(scene, LOST.key_id);
      await list(scene, { ...LOST, sealed: HASH });
      await editWithMacs(scene);
    },
  },
  'one link names an invented key that is listed as lost': {
    forge: async (scene) => {
      await list(scene, LOST);
      await editLink(scene, scene.victim, { key_id: LOST.key_id, entry_mac: HASH });
      await editEntry(scene, scene.victim, { details: null, mac: HASH });
    },
  },
  'the current key is listed as lost, and an entry is edited': {
    forge: async (scene) => {
      await list(scene, { ...LOST, key_id: current(scene) });
      await editWithMacs(scene);
    },
  },
  'all links name the current key': { rotations: 1, forge: (scene) => relabel(scene, current(scene)) },
  'all links name the first key': { rotations: 1, forge: (scene) => relabel(scene, scene.keyIds[0] as string) },
  'the list of keys is emptied': { rotations: 1, forge: ({ db }) => db.deleteFrom('audit_keys').execute() },
  'all keys of the list are lost': { rotations: 1, forge: (scene) => setSealed(scene, null) },
  'all keys of the list are lost, and an entry is edited': {
    rotations: 1,
    forge: async (scene) => {
      await setSealed(scene, null);
      await editWithMacs(scene);
    },
  },
  'all keys of the list are lost, and an entry is deleted with its link': {
    rotations: 1,
    forge: async (scene) => {
      await setSealed(scene, null);
      await closeGap(scene);
    },
  },
  'all keys of the list are lost, and so is the current one': {
    rotations: 1,
    forge: async (scene) => {
      await setSealed(scene, null);
      await list(scene, LOST);
      await scene.db
        .updateTable('audit_chain')
        .set({ key_id: LOST.key_id })
        .where('key_id', '=', current(scene))
        .execute();
    },
  },
  'all keys of the list are sealed with another key': { rotations: 1, forge: (scene) => setSealed(scene, HASH) },
  'two keys of the list are swapped': {
    rotations: 2,
    forge: async ({ db }) => {
      const [first, second] = await db.selectFrom('audit_keys').selectAll().execute();
      for (const [row, sealed] of [[first, second?.sealed] as const, [second, first?.sealed] as const])
        await db
          .updateTable('audit_keys')
          .set({ sealed: sealed as string })
          .where('key_id', '=', row?.key_id as string)
          .execute();
    },
  },
};

/** Deletes everything from the victim on. Only a head kept elsewhere exposes it, or a process that has seen the end. */
export const cutOffEnd = ({ links, victim, ...scene }: Scene) =>
  deleteWithLinks(
    { ...scene, links, victim },
    links.filter(({ position }) => position >= victim.position),
  );
