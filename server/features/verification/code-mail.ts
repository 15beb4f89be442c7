import { defineJob } from '../../delivery/job.ts';
import { mailPage, paragraph, smallParagraph } from '../../delivery/mail.ts';
import { CodePayload, codeParts } from '../../delivery/one-time-code.ts';
import { escapeHtml } from '../../text/html.ts';

export const codeMail = defineJob('code', CodePayload, (payload) => {
  const { organisation, host, code, minutes } = payload;
  const parts = codeParts(payload);
  const text = `Your verification code for ${organisation}

${code}

It confirms your e-mail address and works for ${minutes} minutes.
Enter it only on ${host}. Never tell it to anyone: nobody from ${organisation} will ask you to.

${parts.text.facts}

Was it not you? Then somebody may have mistyped their address. You need not do
anything: without this code nothing happens, and it stops working by itself.

${parts.text.last}
`;
  const html = mailPage({
    organisation,
    title: 'Your verification code',
    body: `${parts.html.code}
${paragraph(`It confirms your e-mail address and works for ${minutes} minutes. Enter it only on <strong>${escapeHtml(host)}</strong>. Never tell it to anyone: nobody from ${escapeHtml(organisation)} will ask you to.`)}
${parts.html.facts}
${smallParagraph('Was it not you? Then somebody may have mistyped their address. You need not do anything: without this code nothing happens, and it stops working by itself.')}
${parts.html.last}`,
  });
  return { subject: `Your verification code for ${organisation}`, text, html };
});
