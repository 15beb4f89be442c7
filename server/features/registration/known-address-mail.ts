import { linkButton, mailPage, paragraph, smallParagraph } from '../../delivery/mail-page.ts';
import type { Mail } from '../../delivery/outbox.ts';

export interface KnownAddressMail {
  readonly organisation: string;
  readonly url: string;
}

/** Tells the owner, and only the owner, that there is an account already: the page answers everybody alike. */
export function knownAddressMail({ organisation, url }: KnownAddressMail): Mail {
  const title = 'You already have an account';
  const sentence = 'Somebody, probably you, asked for an account with this e-mail address. There is one already.';
  const help = 'If you do not remember how to sign in, please contact the support team.';
  const ignore = 'Was it not you? Then you need not do anything.';
  const text = `${title} at ${organisation}

${sentence}

Sign in: ${url}/auth

${help}
${ignore}
`;
  const html = mailPage({
    organisation,
    title,
    body: `${paragraph(sentence)}
${linkButton(`${url}/auth`, 'Sign in')}
${paragraph(help)}
${smallParagraph(ignore)}`,
  });
  return { subject: `${title} at ${organisation}`, text, html };
}
