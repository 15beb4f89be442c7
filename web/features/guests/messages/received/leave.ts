import { api } from '../../../../lib/api/api.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';

/** Punycode: no look-alike letters. */
export const hostOf = (url: string) => new URL(url).host;

function placeOf(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('receipt');
  return url.href;
}

/** Final: asking again would not help, so the guest leaves without a receipt. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Asked only when leaving, because a receipt expires within minutes. */
async function addressFor(announced: string): Promise<string | null> {
  const { url } = await api('POST /api/guest/leave').catch((error: unknown) => {
    if (isFinal(error)) return { url: announced };
    throw error;
  });
  return url !== null && placeOf(url) === placeOf(announced) ? url : null;
}

/** False if the exit has changed. Throws if the server does not answer: sites send guests without a receipt back. */
export async function leave(announced: string, isStillWanted = () => true): Promise<boolean> {
  const address = await addressFor(announced);
  if (address !== null && isStillWanted()) {
    // The exit must not reach the site that opened this window.
    window.opener = null;
    location.assign(address);
  }
  return address !== null;
}
