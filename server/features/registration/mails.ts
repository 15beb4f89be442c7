import * as z from 'zod';
import { defineJob } from '../../delivery/job.ts';
import { linkButton, mailPage, paragraph, smallParagraph, toCopy } from '../../delivery/mail.ts';
import { usernameForMail } from '../../delivery/username-in-email.ts';
import { escapeHtml } from '../../text/html.ts';

const Verification = z.object({
  organisation: z.string(),
  /** Omitted if it could hide a link. */
  username: z.string(),
  /** Only a click verifies, so link scanners change nothing. */
  link: z.string(),
  code: z.string(),
});

export const verificationMail = defineJob('verification', Verification, ({ organisation, username, link, code }) => {
  const title = 'Verify your email address';
  const name = usernameForMail(username);
  const text = `${title} for ${organisation}

You asked for an account${name === null ? '' : ` with the username "${name}"`}.
Open this page in the browser where you asked for it, and choose "Verify Email":

${link}

Or enter this code on the page you came from:

${code}

Both work once, for 24 hours. Wasn't it you? You don't need to do anything:
without this step there will be no account.
`;
  const html = mailPage({
    organisation,
    title,
    body: `${paragraph(`You asked for an account${name === null ? '' : ` with the username <strong>${escapeHtml(name)}</strong>`}. Open this page in the browser where you asked for it, and choose “Verify Email”:`)}
${linkButton(link, 'Open the page')}
${paragraph('Or enter this code on the page you came from:')}
${toCopy(code, 24)}
${smallParagraph("Both work once, for 24 hours. Wasn't it you? You don't need to do anything: without this step there will be no account.")}`,
  });
  return { subject: `${title} for ${organisation}`, text, html };
});

const KnownEmail = z.object({ organisation: z.string(), url: z.string() });

/** Only the owner learns of the account: the page answers alike for all. */
export const knownEmailMail = defineJob('known-address', KnownEmail, ({ organisation, url }) => {
  const title = 'You already have an account';
  const sentence = 'Someone, probably you, asked for an account with this email address. You already have one.';
  const help = "If you can't remember how to sign in, please contact the support team.";
  const ignore = "Wasn't it you? You don't need to do anything.";
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
});
