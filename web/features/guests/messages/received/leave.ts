import { api } from '../../../../lib/api/api.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';

/** As the network writes it: in an address of other alphabets no letter can pose as one of ours. */
export const hostOf = (url: string) => new URL(url).host;

/** A receipt is nothing of the place that somebody goes to. */
function placeOf(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('receipt');
  return url.href;
}

/** Refused for good, as when the pass of this browser has ended meanwhile: there is no receipt, however often it asks. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Asked for at the moment of leaving: a receipt is good for minutes, and a page may stand for hours. */
async function addressFor(announced: string): Promise<string | null> {
  const { url } = await api('POST /api/guest/leave').catch((error: unknown) => {
    if (isFinal(error)) return { url: announced };
    throw error;
  });
  return url !== null && placeOf(url) === placeOf(announced) ? url : null;
}

/**
 * Leads to the exit that the page has announced, with the receipt for it. False where the exit is another by now: nobody is
 * led to an address that was not announced, or to one that the settings no longer hold.
 *
 * Throws where the server cannot be asked. Whoever left without a receipt would be taken for somebody who has confirmed
 * nothing, and be sent here again; it is better to say so and to try again.
 */
export async function leave(announced: string, isStillWanted = () => true): Promise<boolean> {
  const address = await addressFor(announced);
  if (address !== null && isStillWanted()) location.assign(address);
  return address !== null;
}
