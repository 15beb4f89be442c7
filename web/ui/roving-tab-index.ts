const STOPS = 'a[href], button';

const along: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
const byRow: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

function destination(key: string, stops: HTMLElement[], from: HTMLElement): HTMLElement | undefined {
  if (key === 'Home') return stops[0];
  if (key === 'End') return stops.at(-1);
  const step = along[key];
  if (step !== undefined) return stops[stops.indexOf(from) + step];
  const rowStep = byRow[key];
  if (rowStep === undefined) return undefined;
  const firsts = stops.filter((stop, index) => stop.closest('li') !== stops[index - 1]?.closest('li'));
  const row = firsts.findIndex((first) => first.closest('li') === from.closest('li'));
  return firsts[row + rowStep];
}

/** Tab stops once in the box, arrow keys move inside. Works on the DOM, because rows come and go. */
export function rovingTabIndex(box: HTMLElement | null) {
  if (!box) return;
  let current: HTMLElement | undefined;
  const stops = () => [...box.querySelectorAll<HTMLElement>(STOPS)];
  const settle = () => {
    const all = stops();
    if (!current || !all.includes(current)) [current] = all;
    for (const stop of all) stop.tabIndex = stop === current ? 0 : -1;
  };
  const stopAt = ({ target }: Event) =>
    (target instanceof Element ? target.closest<HTMLElement>(STOPS) : null) ?? undefined;
  const follow = (event: Event) => {
    current = stopAt(event);
    settle();
  };
  const move = (event: KeyboardEvent) => {
    const from = stopAt(event);
    const to = from && destination(event.key, stops(), from);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  const observer = new MutationObserver(settle);
  observer.observe(box, { childList: true, subtree: true });
  box.addEventListener('focusin', follow);
  box.addEventListener('keydown', move);
  settle();
  return () => {
    observer.disconnect();
    box.removeEventListener('focusin', follow);
    box.removeEventListener('keydown', move);
  };
}
