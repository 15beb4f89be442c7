/** A query for an element by role and accessible name, as a screen reader announces it. */
export interface Thing {
  readonly role: Role;
  /** Without a name, any name matches. */
  readonly name?: Words;
  readonly text?: Words;
  readonly within?: Thing;
}

/** The whole text, a part of it, or a regular expression. */
export type Words = string | { readonly part: string } | { readonly pattern: string };

export type Role =
  | 'alertdialog'
  | 'button'
  | 'checkbox'
  | 'dialog'
  | 'field'
  | 'heading'
  | 'listitem'
  | 'region'
  | 'row'
  | 'tab'
  | 'text';

/** The first visible match. */
export interface Seen {
  readonly text: string;
  readonly value: string;
  readonly isFocused: boolean;
  /** Where to click; null if another element covers it or it is disabled. */
  readonly spot: { readonly x: number; readonly y: number } | null;
}

/** Runs in the page. A wanted element is scrolled into view. */
export function look(thing: Thing, isWanted = false): Seen | null {
  const selectors: Record<Role, string> = {
    alertdialog: '[role=alertdialog]',
    button: 'button:not([role]), [role=button], summary',
    checkbox: 'input[type=checkbox], [role=checkbox]',
    dialog: 'dialog[open], [role=dialog]',
    field: 'input, textarea, select',
    heading: 'h1, h2, h3, h4',
    listitem: 'li',
    region: 'section, [role=region]',
    row: 'tr, [role=row]',
    tab: '[role=tab]',
    text: '*',
  };
  const fits = (words: Words | undefined, said: string) => {
    if (words === undefined || typeof words === 'string') return words === undefined || words === said;
    return 'part' in words ? said.includes(words.part) : new RegExp(words.pattern).test(said);
  };
  const textOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    const named = ids.length > 0 ? ids.flatMap((id) => document.getElementById(id) ?? []) : labels;
    return element.getAttribute('aria-label') ?? (named.length > 0 ? named.map(textOf).join(' ') : textOf(element));
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getClientRects().length > 0 &&
    element.closest('[inert], script, style') === null;

  const find = ({ role, name, text, within }: Thing): Element[] => {
    const roots: ParentNode[] = within === undefined ? [document] : find(within);
    const says = (element: Element) => fits(text, textOf(element));
    return roots
      .flatMap((root) => [...root.querySelectorAll(selectors[role])])
      .filter((element) => says(element) && (name === undefined || fits(name, nameOf(element))))
      .filter((element) => role !== 'text' || ![...element.children].some((child) => says(child) && isShown(child)))
      .filter(isShown);
  };

  const [element] = find(thing) as HTMLInputElement[];
  if (element === undefined) return null;
  if (isWanted) element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const spot = { x: Math.floor(left + width / 2), y: Math.floor(top + height / 2) };
  const hit = document.elementFromPoint(spot.x, spot.y);
  const isHit =
    element.contains(hit) || (hit !== null && [...(element.labels ?? [])].some((each) => each.contains(hit)));
  return {
    text: textOf(element),
    value: String(element.value ?? ''),
    isFocused: element === document.activeElement,
    spot: isHit && !element.disabled && element.ariaDisabled !== 'true' ? spot : null,
  };
}
