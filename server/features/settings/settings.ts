import { languageName } from '../../../contract/language/language-name.ts';
import type { Change, SettingChange } from '../../../contract/log/activity.rules.ts';
import {
  PROPOSED_SETTINGS,
  ruleOf,
  SETTING_NAMES,
  type SettingKey,
  TEXT_SETTINGS,
  type Translations,
  translationName,
  translationProblems,
  WAIT_HOURS,
  wordsProblems,
} from '../../../contract/settings/settings.rules.ts';
import { type Proposal, type SettingsInput, TOKEN_MASK } from '../../../contract/settings/settings.ts';
import { HOUR_MS } from '../../clock.ts';
import type { Core } from '../../core.ts';
import { newId } from '../../db/ids.ts';
import { takeLock } from '../../db/queries.ts';
import type { Db, ProposalRow, Trx } from '../../db/tables.ts';
import { badInput, HttpError } from '../../errors.ts';
import { ALL_IDS } from '../../live/bus.ts';
import { Replica } from '../../live/replica.ts';
import { confirmationBy, hasHadOtherAdmin, possibleUsersOf } from '../../sessions/admin-history.ts';
import type { Caller } from '../../sessions/transact.ts';
import type { Actor } from '../../visitor/visitor.ts';
import { recordActivity } from '../log/activity/activity.ts';
import { defaultsIn, hostsFor, type Place, type Settings, translationNames, usable, withDue } from './in-force.ts';
import { isAllowedExit, mustWait } from './policy.ts';
import { presentProposal } from './presenter.ts';
import {
  allProposals,
  hasLapsedProposals,
  holdDueProposers,
  type NewProposal,
  putProposal,
  putSetting,
  storedSettings,
  takeOutDueProposals,
  takeOutLapsedProposals,
  takeOutProposal,
} from './queries.ts';

export type { Settings } from './in-force.ts';

const TOKEN_PURPOSE = 'telegram-bot-token';
const WAIT_MS = WAIT_HOURS * HOUR_MS;

const refusals = {
  own: 'You proposed this change yourself. Another admin has to confirm it, or it takes effect by itself.',
  too_new:
    'Your account can’t confirm this change: it is less than a day old, or an admin has had access to both your account and the one that proposed it. Another admin has to confirm it.',
};
const needsAnotherAdmin = (why: keyof typeof refusals) => new HttpError('needs_another_admin', refusals[why]);
const notAllowedHost = (exitHosts: readonly string[]) =>
  badInput(`The exit URL must be on one of the hosts the operator allows: ${exitHosts.join(', ')}`);

const notTranslatable = (code: string) =>
  badInput(`There are no translations for ${JSON.stringify(code)}: it is the default language, or is not offered.`);

export interface SettingsChange {
  readonly before: Settings;
  readonly next: Settings;
  readonly changed: readonly SettingKey[];
  readonly actor: Actor;
  readonly at: number;
}

/** Only `changed`, `confirmed` and `in force` change a setting. */
export interface SettingsStep extends SettingsChange {
  readonly step: 'changed' | 'proposed' | 'confirmed' | 'withdrawn' | 'lapsed' | 'in force';
  readonly proposal?: { readonly by: string; readonly inForceAt: number };
}

export interface Entailed {
  readonly withdrawnPrompts?: number;
  readonly withdrawnExits?: number;
}

type Entail = (trx: Trx, change: SettingsChange) => Promise<Entailed>;
type Tell = (trx: Trx, step: SettingsStep) => Promise<void>;

type SettingsDeps = Pick<Core, 'config' | 'languages' | 'db' | 'transact' | 'clock' | 'keys' | 'bus' | 'log'>;

export class SettingsStore {
  readonly #deps: SettingsDeps;
  readonly #defaults: Settings;
  readonly #place: Place;
  #stored: Settings;
  #proposals: readonly ProposalRow[] = [];
  #hasLapsed = false;
  #current: Settings;
  #currentUntil = Number.NEGATIVE_INFINITY;
  readonly #replica: Replica;
  readonly #entailing: Entail[] = [];
  readonly #telling: Tell[] = [];

  constructor(deps: SettingsDeps) {
    this.#deps = deps;
    this.#defaults = defaultsIn(deps.languages);
    this.#place = { ...deps.config, languages: deps.languages };
    this.#stored = this.#defaults;
    this.#current = this.#defaults;
    this.#replica = new Replica({ ...deps, what: 'settings', topic: 'settings-changed', load: () => this.load() });
    // A proposal lapses when its proposer is no longer an admin.
    deps.bus.subscribe('user-changed', (id) => {
      if (this.#proposals.some(({ proposed_by }) => id === ALL_IDS || id === proposed_by))
        this.#replica.read(() => this.load());
    });
  }

  get current(): Settings {
    const now = this.#deps.clock.now();
    if (now >= this.#currentUntil) {
      this.#current = usable(withDue(this.#stored, this.#proposals, now), this.#place);
      const ahead = this.#proposals.map(({ in_force_at }) => in_force_at).filter((at) => at > now);
      this.#currentUntil = Math.min(Number.POSITIVE_INFINITY, ...ahead);
    }
    return this.#current;
  }

  async fresh(): Promise<Settings> {
    if (!this.#replica.trusted) await this.load();
    return this.current;
  }

  /** Locks the settings until the commit. Call it first, against deadlocks. */
  async hold(trx: Trx): Promise<Settings> {
    await takeLock(trx, 'settings');
    const due = withDue(await this.#storedIn(trx), await allProposals(trx), this.#deps.clock.now());
    return usable(due, this.#place);
  }

  async forAdmin(userId: string): Promise<{ stored: Settings; waiting: Proposal[] }> {
    const { db, clock } = this.#deps;
    await this.#replica.settle();
    await this.bringDueIntoForce();
    if (!this.#replica.trusted) await this.load();
    const now = clock.now();
    const waiting = this.#proposals.filter(({ in_force_at }) => in_force_at > now);
    const stored = withDue(this.#stored, this.#proposals, now);
    const presented = waiting.map(async (row) =>
      presentProposal(row, stored, await this.#confirmation(db, row, userId, now)),
    );
    return { stored, waiting: await Promise.all(presented) };
  }

  onChange(entail: Entail): void {
    this.#entailing.push(entail);
  }

  onStep(tell: Tell): void {
    this.#telling.push(tell);
  }

  botToken(): string {
    return this.#opened(this.#stored.telegramBotToken);
  }

  async load(): Promise<void> {
    const { db } = this.#deps;
    this.#stored = await this.#storedIn(db);
    this.#proposals = await allProposals(db);
    this.#hasLapsed = await hasLapsedProposals(db);
    this.#currentUntil = Number.NEGATIVE_INFINITY;
  }

  async save(input: SettingsInput, actor: Caller): Promise<boolean> {
    const { config, clock } = this.#deps;
    const { exitHosts } = config;
    const { translations = {}, ...settings } = input;
    return this.#inTurn(actor, async (trx) => {
      const at = clock.now();
      const before = await this.#storedIn(trx);
      const token = this.#sealed(input.telegramBotToken, before.telegramBotToken);
      const wanted = { ...before, ...settings, telegramBotToken: token };
      if (wanted.exitUrl !== before.exitUrl && !isAllowedExit(wanted.exitUrl, exitHosts))
        throw notAllowedHost(exitHosts);
      const hasOthers = await hasHadOtherAdmin(trx, actor.userId, at);
      const waiting = PROPOSED_SETTINGS.filter((name) =>
        mustWait(name, { from: before[name], to: wanted[name], exitHosts, hasOthers }),
      );
      const next = {
        ...wanted,
        ...Object.fromEntries(waiting.map((name) => [name, before[name]])),
        ...this.#translated(translations),
      };
      const hosts = hostsFor(next, this.#place);
      const [wrong] = wordsProblems(before, next, hosts);
      if (wrong !== undefined) throw badInput(wrong.problem);
      const [wrongTranslation] = translationProblems(translations, hosts);
      if (wrongTranslation !== undefined)
        throw badInput(`${languageName(wrongTranslation.language)}: ${wrongTranslation.problem}`);
      for (const name of waiting) await this.#propose(trx, name, wanted[name], actor, at);
      await this.#apply(trx, { step: 'changed', before, next, actor, at });
      return waiting.length > 0;
    });
  }

  async confirm(id: string, actor: Caller): Promise<void> {
    await this.#inTurn(actor, async (trx) => {
      const at = this.#deps.clock.now();
      const row = await takeOutProposal(trx, id);
      const confirmation = await this.#confirmation(trx, row, actor.userId, at);
      if (confirmation !== 'possible') throw needsAnotherAdmin(confirmation);
      await this.#settle(trx, row, { step: 'confirmed', actor, at });
    });
  }

  async withdraw(id: string, actor: Caller): Promise<void> {
    await this.#inTurn(actor, async (trx) => {
      const row = await takeOutProposal(trx, id);
      await this.#settle(trx, row, { step: 'withdrawn', actor, at: this.#deps.clock.now() });
    });
  }

  /** Writes proposals that have taken effect, once across all processes. */
  async bringDueIntoForce(): Promise<void> {
    const now = this.#deps.clock.now();
    const isDue = this.#proposals.some(({ in_force_at }) => in_force_at <= now);
    if (isDue || this.#hasLapsed) await this.#inTurn('server', async () => {});
  }

  /** Serialised. Writes due proposals first, so that the log has the right old values. */
  #inTurn<T>(by: Caller | 'server', work: (trx: Trx) => Promise<T>): Promise<T> {
    const { transact, clock } = this.#deps;
    return transact(by, async (trx) => {
      await takeLock(trx, 'settings');
      const at = clock.now();
      const proposers = await holdDueProposers(trx, at);
      for (const row of await takeOutLapsedProposals(trx))
        await this.#settle(trx, row, { step: 'lapsed', actor: proposerOf(row), at });
      for (const row of await takeOutDueProposals(trx, at, proposers))
        await this.#settle(trx, row, { step: 'in force', actor: proposerOf(row), at });
      return work(trx);
    });
  }

  async #settle(trx: Trx, row: NewProposal, how: Pick<SettingsStep, 'step' | 'actor' | 'at'>): Promise<void> {
    const before = await this.#storedIn(trx);
    const proposal = { by: row.proposed_name, inForceAt: row.in_force_at };
    const step = { ...how, before, next: { ...before, [row.name]: row.value }, proposal };
    if (how.step === 'confirmed' || how.step === 'in force') await this.#apply(trx, step);
    else await this.#tell(trx, { ...step, changed: [row.name] });
  }

  async #apply(trx: Trx, step: Omit<SettingsStep, 'changed'>): Promise<void> {
    const { before, next } = step;
    const [was, is] = [usable(before, this.#place), usable(next, this.#place)];
    const names: readonly SettingKey[] = [...SETTING_NAMES, ...translationNames(before, next)];
    const differs = (one: Settings, other: Settings) => (name: SettingKey) => (one[name] ?? '') !== (other[name] ?? '');
    const stored = names.filter(differs(before, next));
    // Texts that name the old exit host become invalid.
    const changed = names.filter((name) => stored.includes(name) || differs(was, is)(name));
    if (changed.length === 0 && step.step === 'changed') return;
    for (const name of stored) await putSetting(trx, name, String(next[name] ?? ''));
    const change = { ...step, next: is, changed };
    const entailed: Entailed = {};
    for (const entail of this.#entailing) Object.assign(entailed, await entail(trx, change));
    // Log the saved exit, not its fallback.
    const told = { ...change, next: { ...is, exitUrl: next.exitUrl } };
    await this.#tell(trx, told, entailed);
  }

  async #tell(trx: Trx, step: SettingsStep, entailed: Entailed = {}): Promise<void> {
    await this.#replica.changed(trx, 'all');
    const details = { ...changeOf(step), ...entailed };
    await recordActivity(trx, { ...step.actor, action: 'profile_update', details, at: step.at });
    for (const tell of this.#telling) await tell(trx, step);
  }

  async #propose(trx: Trx, name: ProposalRow['name'], value: string, actor: Actor, at: number): Promise<void> {
    const known = (await allProposals(trx)).find((row) => row.name === name);
    // Repeating a proposal keeps its proposer and time.
    if (known?.value === value) return;
    const row = newProposal(name, value, actor, at);
    await putProposal(trx, row);
    await this.#settle(trx, row, { step: 'proposed', actor, at });
  }

  async #confirmation(db: Db | Trx, row: ProposalRow, userId: string, now: number): Promise<Proposal['confirmation']> {
    return confirmationBy(await possibleUsersOf(db, userId, now), await possibleUsersOf(db, row.proposed_by, now), now);
  }

  #storedIn(db: Db | Trx): Promise<Settings> {
    return storedSettings(db, this.#defaults);
  }

  /** Ignores languages that guests can't choose. */
  #translated(translations: Translations): Partial<Settings> {
    const { languages } = this.#deps;
    const entries = Object.entries(translations).flatMap(([code, texts]) => {
      const language = languages.find(code);
      if (language === undefined || language === languages.fallback) throw notTranslatable(code);
      return TEXT_SETTINGS.flatMap((name) => {
        const text = texts[name];
        return text === undefined ? [] : [[translationName(name, code), text] as const];
      });
    });
    return Object.fromEntries(entries);
  }

  #opened(sealed: string): string {
    return sealed === '' ? '' : this.#deps.keys.open(sealed, TOKEN_PURPOSE);
  }

  #sealed(token: string, before: string): string {
    if (token === '') return '';
    if (token === TOKEN_MASK || token === this.#opened(before)) return before;
    return this.#deps.keys.seal(token, TOKEN_PURPOSE);
  }
}

const newProposal = (
  name: ProposalRow['name'],
  value: string,
  { userId, staff, visitor }: Actor,
  at: number,
): NewProposal => ({
  id: newId(at),
  name,
  value,
  proposed_by: userId,
  proposed_name: staff ?? 'Someone',
  ip_address: visitor.ipAddress,
  location: visitor.location,
  device: visitor.device,
  user_agent: visitor.userAgent,
  proposed_at: at,
  in_force_at: at + WAIT_MS,
});

const proposerOf = (row: ProposalRow): Actor => ({
  userId: row.proposed_by,
  staff: row.proposed_name,
  role: 'admin',
  visitor: { ipAddress: row.ip_address, location: row.location, device: row.device, userAgent: row.user_agent },
});

function changeOf({ step, before, next, changed, proposal }: SettingsStep): Extract<Change, { settings: unknown }> {
  const values = changed.map((name): [string, SettingChange] => [
    name,
    ruleOf(name).announced === 'as changed' ? 'changed' : { from: before[name] ?? '', to: next[name] ?? '' },
  ]);
  const settings = Object.fromEntries(values);
  return step === 'changed' || proposal === undefined
    ? { change: 'settings', settings }
    : { change: `setting ${step}`, settings, proposedBy: proposal.by };
}
