/**
 * On a page that the server has drawn: starts the app, and keeps what people do before it is there to answer, until it has taken
 * the page over. What they type stays in its field by itself. A file of its own, because it has to be there long before everything
 * else.
 */

type Asked = { by: HTMLElement | null; again: () => void };

/** The last thing that was asked for is what is meant. */
let asked: Asked | null = null;

function keep(next: Asked) {
  asked?.by?.removeAttribute('aria-disabled');
  asked = next;
  // Looks like a button at work.
  asked.by?.setAttribute('aria-disabled', 'true');
}

function onSubmit(event: SubmitEvent) {
  const form = event.target as HTMLFormElement;
  keep({ by: event.submitter, again: () => form.requestSubmit() });
}

function onClick(event: MouseEvent) {
  const button = (event.target as Element).closest?.<HTMLButtonElement>('button[type=button]');
  if (button) keep({ by: button, again: () => button.click() });
}

/** What was ticked is ticked again, because a tick that nobody heard of means nothing to the app. */
function tickAgain() {
  for (const input of document.querySelectorAll<HTMLInputElement>('[type=checkbox], [type=radio]')) {
    if (!input.checked || input.defaultChecked) continue;
    input.checked = false;
    input.click();
  }
}

/** Whoever is in a field has come to it unheard. */
const focusAgain = () => document.activeElement?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));

/** Not every browser tells that it has painted. */
const PAINTED_AFTER_MS = 1_000;

/** The style sheet and the parts of the app stand in a template, the main part first. It is empty afterwards, so this works once. */
function start() {
  const { content } = document.getElementById('app') as HTMLTemplateElement;
  const main = content.querySelector<HTMLLinkElement>('[rel=modulepreload]');
  const sheet = content.querySelector<HTMLLinkElement>('[rel=stylesheet]');
  if (!main || !sheet) return;
  // All is fetched at once. The app begins when there are styles for whatever it shows next.
  const begin = () => import(/* @vite-ignore */ main.href);
  sheet.addEventListener('load', begin);
  sheet.addEventListener('error', begin);
  document.head.append(content);
}

// The app keeps a slow line and a slow phone busy, so the page is painted first. One that nobody sees is not painted at all.
if (document.hidden) start();
new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
setTimeout(start, PAINTED_AFTER_MS);

addEventListener('submit', onSubmit);
addEventListener('click', onClick);
addEventListener(
  'taken-over',
  () => {
    removeEventListener('submit', onSubmit);
    removeEventListener('click', onClick);
    focusAgain();
    tickAgain();
    asked?.by?.removeAttribute('aria-disabled');
    asked?.again();
  },
  { once: true },
);
