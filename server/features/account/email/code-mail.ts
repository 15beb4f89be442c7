import * as z from 'zod';
import { defineJob } from '../../../delivery/job.ts';
import { mailPage, paragraph, smallParagraph } from '../../../delivery/mail.ts';
import { CodePayload, codeParts } from '../../../delivery/one-time-code.ts';
import { usernameForMail } from '../../../delivery/username-in-email.ts';
import { escapeHtml } from '../../../text/html.ts';

const Payload = CodePayload.extend({ username: z.string() });

/** To a stranger, maybe: say what the code does, and to which account. */
export const emailChangeMail = defineJob('email-change', Payload, (payload) => {
  const { organisation, host, username, code, minutes } = payload;
  const title = 'Confirm your new email address';
  const name = usernameForMail(username);
  const why = `Someone who is signed in to ${name === null ? 'an account' : `the account ${name}`} at ${organisation} wants to use this email address for it.`;
  const rule = `Enter the code only on ${host}, in your account. It expires in ${minutes} minutes. Never tell anyone this code: nobody from ${organisation} will ask you for it.`;
  const ignore =
    "Wasn't it you? Someone may have mistyped their address. You don't need to do anything: without this code nothing changes, and it expires by itself.";
  const parts = codeParts(payload);
  const text = `${title}

${why}

${code}

${rule}

${parts.text.facts}

${ignore}

${parts.text.last}
`;
  const html = mailPage({
    organisation,
    title,
    body: `${paragraph(escapeHtml(why))}
${parts.html.code}
${paragraph(escapeHtml(rule))}
${parts.html.facts}
${smallParagraph(ignore)}
${parts.html.last}`,
  });
  return { subject: `${title} at ${organisation}`, text, html };
});
