import { DESTINATIONS } from '../../../contract/redirects.rules.ts';

const paths = new Set<string>(DESTINATIONS.map(({ path }) => path));

/** Users are only sent to pages of the portal that are made for it. Whoever asks. */
export const mayMoveUserTo = (destination: string) => paths.has(destination);
