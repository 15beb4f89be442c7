import * as z from 'zod';
import { defineJob } from '../../delivery/job.ts';
import { linkButton, mailPage, paragraph, smallParagraph, toCopy } from '../../delivery/mail.ts';
import { spaceNote, usernameForMail } from '../../delivery/username-in-email.ts';
import { inDays } from '../../passwords/temporary.ts';
import { escapeHtml } from '../../text/html.ts';

const Payload = z.object({
  organisation: z.string(),
  url: z.string(),
  username: z.string(),
  temporaryPassword: z.string(),
  /** Validity in days; missing in emails queued by version 0.1. */
  days: z.int().optional(),
  reason: z.enum(['created', 'reset']),
});
export type PasswordMail = z.output<typeof Payload>;

const reasons = {
  created: { title: 'Your account', sentence: 'The support team has created an account for you.' },
  reset: { title: 'Your new password', sentence: 'The support team has reset your password.' },
};

/** For a username that could hide a link: see `usernameForMail`. */
const ASK_FOR_NAME = 'please ask the support team for it';

export const passwordMail = defineJob(
  'password',
  Payload,
  ({ organisation, url, username, temporaryPassword, days, reason }) => {
    const { title, sentence } = reasons[reason];
    const signIn = `${url}/auth`;
    const name = usernameForMail(username);
    const lasts =
      days === undefined
        ? ''
        : `The temporary password works for ${inDays(days)}. After that, please ask for another one.`;
    const text = `${title} at ${organisation}

${sentence}

Sign in: ${signIn}
Username: ${name === null ? ASK_FOR_NAME : `${name}${spaceNote(name)}`}
Temporary password: ${temporaryPassword}
${lasts && `\n${lasts}\n`}
You will be asked to choose a password of your own. From then on nobody but you
knows it, and nobody from ${organisation} will ever ask you for it.

Did you not expect this? Then please tell the support team and do not sign in.
`;
    const html = mailPage({
      organisation,
      title,
      body: `${paragraph(sentence)}
<p style="margin:0;font-size:14px;color:#5a6070">Username${spaceNote(name ?? '')}</p>${name === null ? paragraph(ASK_FOR_NAME) : toCopy(name, 16)}
<p style="margin:0;font-size:14px;color:#5a6070">Temporary password</p>${toCopy(temporaryPassword, 20)}
${lasts && paragraph(lasts)}
${linkButton(signIn, 'Sign in')}
${paragraph(`You will be asked to choose a password of your own. From then on nobody but you knows it, and nobody from ${escapeHtml(organisation)} will ever ask you for it.`)}
${smallParagraph('Did you not expect this? Then please tell the support team and do not sign in.')}`,
    });
    return { subject: `${title} at ${organisation}`, text, html };
  },
);
