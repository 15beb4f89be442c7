import * as z from 'zod';
import { defineJob } from '../../delivery/job.ts';
import { mailPage, paragraph, smallParagraph } from '../../delivery/mail.ts';
import { escapeHtml } from '../../text/html.ts';

const Payload = z.object({
  organisation: z.string(),
  /** Browsers autofill the code only on this host. */
  host: z.string(),
  code: z.string(),
  minutes: z.number(),
  visitor: z.object({ location: z.string(), device: z.string() }),
  at: z.number(),
});

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** The last line binds the code to our host for autofill. */
export const codeMail = defineJob('code', Payload, ({ organisation, host, code, minutes, visitor, at }) => {
  const asked = `${time.format(at)} UTC`;
  const text = `Your verification code for ${organisation}

${code}

It confirms your e-mail address and works for ${minutes} minutes.
Enter it only on ${host}. Never tell it to anyone: nobody from ${organisation} will ask you to.

Requested: ${asked}
Approximate location: ${visitor.location}
Device: ${visitor.device}

Was it not you? Then somebody may have mistyped their address. You need not do
anything: without this code nothing happens, and it stops working by itself.

@${host} #${code}
`;
  const [name, place, device] = [organisation, visitor.location, visitor.device].map(escapeHtml);
  const row = (label: string, value: string | undefined) =>
    `<tr><td style="padding:2px 16px 2px 0;color:#5a6070">${label}</td><td style="padding:2px 0">${value}</td></tr>`;
  const html = mailPage({
    organisation,
    title: 'Your verification code',
    body: `<p style="margin:0 0 16px;font:600 36px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${code}</p>
${paragraph(`It confirms your e-mail address and works for ${minutes} minutes. Enter it only on <strong>${escapeHtml(host)}</strong>. Never tell it to anyone: nobody from ${name} will ask you to.`)}
<table style="border-collapse:collapse;margin:0 0 24px;font-size:14px">${row('Requested', asked)}${row('Approximate location', place)}${row('Device', device)}</table>
${smallParagraph('Was it not you? Then somebody may have mistyped their address. You need not do anything: without this code nothing happens, and it stops working by itself.')}
<p style="margin:0;font-size:12px;color:#5a6070">@${escapeHtml(host)} #${code}</p>`,
  });
  return { subject: `Your verification code for ${organisation}`, text, html };
});
