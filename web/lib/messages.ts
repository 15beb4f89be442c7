import { useSyncExternalStore } from 'react';
import type { MessageGroup } from '../../contract/language/groups.rules.ts';
import type { Messages } from '../../contract/language/messages.ts';
import { createStore } from './store.ts';

type Loaded = Pick<Messages, MessageGroup>;

const loaded = createStore<Partial<Loaded>>({});
let language = 'en';

/** The server names the files of the area, so that the page needs no list of all. */
const named = (code: string, group: MessageGroup) =>
  globalThis.document?.querySelector<HTMLLinkElement>(`[data-messages="${code} ${group}"]`)?.href;

async function load(code: string, group: MessageGroup): Promise<Partial<Loaded>> {
  const file = named(code, group);
  if (file !== undefined) return import(/* @vite-ignore */ file);
  const { FILES } = await import('./message-files.ts');
  return { [group]: await FILES[group][`../../messages/${code}.ts`]?.() };
}

/** An area waits for its groups, so components can take them for granted. */
export async function openMessages(...groups: readonly MessageGroup[]) {
  const missing = groups.filter((group) => loaded.get()[group] === undefined);
  const found = await Promise.all(missing.map((group) => load(language, group)));
  loaded.set(Object.assign({}, loaded.get(), ...found));
}

/** For a part of an area that is loaded when it is needed, with words of its own. */
export async function withMessages<File>(group: MessageGroup, file: Promise<File>): Promise<File> {
  await openMessages(group);
  return file;
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
