import { defineJob } from '../../delivery/job.ts';
import { mailPage, paragraph, smallParagraph } from '../../delivery/mail.ts';
import { CodePayload, codeParts } from '../../delivery/one-time-code.ts';
import { escapeHtml } from '../../text/html.ts';

export const codeMail = defineJob('code', CodePayload, (payload) => {
  const { organisation, host, code, minutes } = payload;
  const parts = codeParts(payload);
  const text = `Your verification code for ${organisation}

${code}

It confirms your email address and expires in ${minutes} minutes.
Enter it only on ${host}. Never tell anyone this code: nobody from ${organisation} will ask you for it.

${parts.text.facts}

Wasn't it you? Someone may have mistyped their address. You don't need to do
anything: without this code nothing happens, and it expires by itself.

${parts.text.last}
`;
  const html = mailPage({
    organisation,
    title: 'Your verification code',
    body: `${parts.html.code}
${paragraph(`It confirms your email address and expires in ${minutes} minutes. Enter it only on <strong>${escapeHtml(host)}</strong>. Never tell anyone this code: nobody from ${escapeHtml(organisation)} will ask you for it.`)}
${parts.html.facts}
${smallParagraph("Wasn't it you? Someone may have mistyped their address. You don't need to do anything: without this code nothing happens, and it expires by itself.")}
${parts.html.last}`,
  });
  return { subject: `Your verification code for ${organisation}`, text, html };
});
