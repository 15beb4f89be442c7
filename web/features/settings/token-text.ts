import { TOKEN_MASK } from '../../../contract/settings.ts';

const DOT = TOKEN_MASK.charAt(0);

/** The mask is replaced as a whole: whoever types into it, or deletes from it, is left with what they typed. */
export const withoutMask = (text: string) => (text === TOKEN_MASK ? text : text.replaceAll(DOT, ''));
