import { linkButton, mailPage, paragraph, smallParagraph, toCopy } from '../../delivery/mail-page.ts';
import type { Mail } from '../../delivery/outbox.ts';
import { escapeHtml } from '../../html.ts';

export interface VerificationMail {
  readonly organisation: string;
  /** So that nobody verifies what somebody else asked for in their name. */
  readonly username: string;
  /** Opens the page with the code filled in. Only a click on it verifies, so programs that open links change nothing. */
  readonly link: string;
  readonly code: string;
}

export function verificationMail({ organisation, username, link, code }: VerificationMail): Mail {
  const title = 'Verify your e-mail address';
  const text = `${title} for ${organisation}

You asked for an account with the username "${username}".
Open this page and choose "Verify Email":

${link}

Or enter this code on the page that you came from:

${code}

Both work once, for 24 hours. Was it not you? Then you need not do anything:
without this step there will be no account.
`;
  const html = mailPage({
    organisation,
    title,
    body: `${paragraph(`You asked for an account with the username <strong>${escapeHtml(username)}</strong>. Open this page and choose “Verify Email”:`)}
${linkButton(link, 'Open the page')}
${paragraph('Or enter this code on the page that you came from:')}
${toCopy(code, 24)}
${smallParagraph('Both work once, for 24 hours. Was it not you? Then you need not do anything: without this step there will be no account.')}`,
  });
  return { subject: `${title} for ${organisation}`, text, html };
}
