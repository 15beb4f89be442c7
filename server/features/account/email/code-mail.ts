import * as z from 'zod';
import { defineJob } from '../../../delivery/job.ts';
import { mailPage, paragraph, smallParagraph } from '../../../delivery/mail.ts';
import { usernameForMail } from '../../../delivery/username-in-email.ts';
import { escapeHtml } from '../../../text/html.ts';

const Payload = z.object({
  organisation: z.string(),
  /** Browsers autofill the code only on this host. */
  host: z.string(),
  username: z.string(),
  code: z.string(),
  minutes: z.number(),
  visitor: z.object({ location: z.string(), device: z.string() }),
  at: z.number(),
});

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** The recipient may be a stranger: say what the code does, and to which account. The last line is for autofill. */
export const emailChangeMail = defineJob('email-change', Payload, (payload) => {
  const { organisation, host, username, code, minutes, visitor, at } = payload;
  const title = 'Confirm your new e-mail address';
  const name = usernameForMail(username);
  const why = `Somebody who is signed in to ${name === null ? 'an account' : `the account ${name}`} at ${organisation} wants to use this e-mail address for it.`;
  const rule = `Enter the code only on ${host}, in your account. It works for ${minutes} minutes. Never tell it to anyone: nobody from ${organisation} will ask you to.`;
  const ignore =
    'Was it not you? Then somebody may have mistyped their address. You need not do anything: without this code nothing changes, and it stops working by itself.';
  const asked = `${time.format(at)} UTC`;
  const text = `${title}

${why}

${code}

${rule}

Requested: ${asked}
Approximate location: ${visitor.location}
Device: ${visitor.device}

${ignore}

@${host} #${code}
`;
  const row = (label: string, value: string) =>
    `<tr><td style="padding:2px 16px 2px 0;color:#5a6070">${label}</td><td style="padding:2px 0">${escapeHtml(value)}</td></tr>`;
  const html = mailPage({
    organisation,
    title,
    body: `${paragraph(escapeHtml(why))}
<p style="margin:0 0 16px;font:600 36px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${code}</p>
${paragraph(escapeHtml(rule))}
<table style="border-collapse:collapse;margin:0 0 24px;font-size:14px">${row('Requested', asked)}${row('Approximate location', visitor.location)}${row('Device', visitor.device)}</table>
${smallParagraph(ignore)}
<p style="margin:0;font-size:12px;color:#5a6070">@${escapeHtml(host)} #${code}</p>`,
  });
  return { subject: `${title} at ${organisation}`, text, html };
});
