import { useSyncExternalStore } from 'react';
import type { MessageGroup } from '../../contract/language/groups.rules.ts';
import type { Messages } from '../../contract/language/messages.ts';
import { createStore } from './store.ts';

type Loaded = Pick<Messages, MessageGroup>;

const loaded = createStore<Partial<Loaded>>({});
let language = 'en';

/** The server links the message files of the area, so that the page needs no list of all files. */
const named = (code: string, group: MessageGroup) =>
  globalThis.document?.querySelector<HTMLLinkElement>(`[data-messages="${code} ${group}"]`)?.href;

async function load(code: string, group: MessageGroup): Promise<Partial<Loaded>> {
  const file = named(code, group);
  if (file !== undefined) return import(/* @vite-ignore */ file);
  const { FILES } = await import('./message-files.ts');
  return { [group]: await FILES[group][`../../messages/${code}.ts`]?.() };
}

const loadAll = async (code: string, groups: readonly MessageGroup[]): Promise<Partial<Loaded>> =>
  Object.assign({}, ...(await Promise.all(groups.map((group) => load(code, group)))));

/** An area waits for its groups, so components can take them for granted. */
export async function openMessages(...groups: readonly MessageGroup[]): Promise<void> {
  const code = language;
  const missing = groups.filter((group) => loaded.get()[group] === undefined);
  const found = await loadAll(code, missing);
  // The reader has switched languages meanwhile.
  if (code !== language) return openMessages(...groups);
  loaded.set({ ...loaded.get(), ...found });
}

/** For a lazy part of an area that has a message group of its own. */
export async function withMessages<File>(group: MessageGroup, file: Promise<File>): Promise<File> {
  await openMessages(group);
  return file;
}

export async function openLanguage(code: string, groups: readonly MessageGroup[]) {
  language = code;
  loaded.set({ ...loaded.get(), ...(await loadAll(code, groups)) });
}

interface Chosen {
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
}

/** Renders again without a reload, so nothing typed is lost. */
export async function switchLanguage({ code, direction }: Chosen): Promise<void> {
  const groups = Object.keys(loaded.get()) as MessageGroup[];
  const found = await loadAll(code, groups);
  // Another group was loaded meanwhile.
  if (Object.keys(loaded.get()).length > groups.length) return switchLanguage({ code, direction });
  language = code;
  Object.assign(document.documentElement, { lang: code, dir: direction });
  loaded.set(found);
}

export const pageLanguage = () => language;

/** For numbers, times and dates. British English: day before month cannot be mistaken. */
export const locale = () => (language === 'en' ? 'en-GB' : language);

/** For code outside of components, such as toasts. */
export const messages = () => loaded.get() as Loaded;

export const useMessages = () => useSyncExternalStore(loaded.subscribe, messages, messages);
