import { useSyncExternalStore } from 'react';
import type { MessageGroup } from '../../contract/language/groups.rules.ts';
import type { Messages } from '../../contract/language/messages.ts';
import { createStore } from './store.ts';

/** One chunk for each language and group, so that people load only what they read. */
const FILES = {
  shared: import.meta.glob<Messages['shared']>('../../messages/*.ts', { query: '?shared', import: 'shared' }),
  guest: import.meta.glob<Messages['guest']>('../../messages/*.ts', { query: '?guest', import: 'guest' }),
  signIn: import.meta.glob<Messages['signIn']>('../../messages/*.ts', { query: '?signIn', import: 'signIn' }),
  sso: import.meta.glob<Messages['sso']>('../../messages/*.ts', { query: '?sso', import: 'sso' }),
  account: import.meta.glob<Messages['account']>('../../messages/*.ts', { query: '?account', import: 'account' }),
  signedIn: import.meta.glob<Messages['signedIn']>('../../messages/*.ts', { query: '?signedIn', import: 'signedIn' }),
  stepUp: import.meta.glob<Messages['stepUp']>('../../messages/*.ts', { query: '?stepUp', import: 'stepUp' }),
  devices: import.meta.glob<Messages['devices']>('../../messages/*.ts', { query: '?devices', import: 'devices' }),
  problems: import.meta.glob<Messages['problems']>('../../messages/*.ts', { query: '?problems', import: 'problems' }),
} satisfies Record<MessageGroup, object>;

type Loaded = Pick<Messages, MessageGroup>;

const loaded = createStore<Partial<Loaded>>({});
let language = 'en';

const load = async (code: string, group: MessageGroup) => ({
  [group]: await FILES[group][`../../messages/${code}.ts`]?.(),
});

/** An area waits for its groups, so components can take them for granted. */
export async function openMessages(...groups: readonly MessageGroup[]) {
  const missing = groups.filter((group) => loaded.get()[group] === undefined);
  const found = await Promise.all(missing.map((group) => load(language, group)));
  loaded.set(Object.assign({}, loaded.get(), ...found));
}

export async function openLanguage(code: string, groups: readonly MessageGroup[]) {
  language = code;
  const found = await Promise.all(groups.map((group) => load(code, group)));
  loaded.set(Object.assign({}, loaded.get(), ...found));
}

interface Chosen {
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
}

/** Changes what is on the screen. Nothing typed is lost. */
export async function switchLanguage({ code, direction }: Chosen) {
  const groups = Object.keys(loaded.get()) as MessageGroup[];
  const found = await Promise.all(groups.map((group) => load(code, group)));
  language = code;
  Object.assign(document.documentElement, { lang: code, dir: direction });
  loaded.set(Object.assign({}, loaded.get(), ...found));
}

export const pageLanguage = () => language;

/** For numbers, times and dates. British English: day before month cannot be mistaken. */
export const locale = () => (language === 'en' ? 'en-GB' : language);

/** Outside of components, such as for a toast. */
export const messages = () => loaded.get() as Loaded;

export const useMessages = () => useSyncExternalStore(loaded.subscribe, messages, messages);
