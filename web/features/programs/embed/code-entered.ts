/** In sessionStorage, which belongs to this window: another window may be about another site. */
const KEY = 'codeEnteredFor';

export function markCodeEntered(flow: string | undefined) {
  if (flow !== undefined) sessionStorage.setItem(KEY, flow);
}

export const wasCodeEntered = (flow: string) => sessionStorage.getItem(KEY) === flow;

export const forgetCodeEntered = () => sessionStorage.removeItem(KEY);
