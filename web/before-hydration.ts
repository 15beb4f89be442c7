/** Starts the app on a prerendered page, and replays input from before hydration. */

type Action = { button: HTMLElement | null; replay: () => void };

let lastAction: Action | null = null;

function keep(action: Action) {
  lastAction?.button?.removeAttribute('aria-disabled');
  lastAction = action;
  action.button?.setAttribute('aria-disabled', 'true');
}

function onSubmit(event: SubmitEvent) {
  const form = event.target as HTMLFormElement;
  keep({ button: event.submitter, replay: () => form.requestSubmit() });
}

function onClick(event: MouseEvent) {
  const button = (event.target as Element).closest?.<HTMLButtonElement>('button[type=button]');
  if (button) keep({ button, replay: () => button.click() });
}

/** React has not seen ticks that came before hydration. */
function replayTicks() {
  for (const input of document.querySelectorAll<HTMLInputElement>('[type=checkbox], [type=radio]')) {
    if (!input.checked || input.defaultChecked) continue;
    input.checked = false;
    input.click();
  }
}

const replayFocus = () => document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));

/** Not every browser reports its first paint. */
const START_AFTER_MS = 1_000;

/** The app's modules wait in a template, which is empty after the first call. */
function start() {
  const { content } = document.getElementById('app') as HTMLTemplateElement;
  const main = content.querySelector<HTMLLinkElement>('[rel=modulepreload]');
  const sheet = content.querySelector<HTMLLinkElement>('[rel=stylesheet]');
  if (!main || !sheet) return;
  const begin = () => import(/* @vite-ignore */ main.href);
  sheet.addEventListener('load', begin);
  sheet.addEventListener('error', begin);
  document.head.append(content);
}

// Paints first, because loading keeps slow phones busy. A hidden page is never painted.
if (document.hidden) start();
new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
setTimeout(start, START_AFTER_MS);

addEventListener('submit', onSubmit);
addEventListener('click', onClick);
addEventListener(
  'hydrated',
  () => {
    removeEventListener('submit', onSubmit);
    removeEventListener('click', onClick);
    replayFocus();
    replayTicks();
    lastAction?.button?.removeAttribute('aria-disabled');
    lastAction?.replay();
  },
  { once: true },
);
