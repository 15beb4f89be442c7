import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeptMail, Mailbox } from '../../delivery/dev-mailbox.ts';
import { notFound } from '../../errors.ts';
import { hostnameOf } from '../../http/hosts.ts';
import { newNonce } from '../../http/page-nonce.ts';
import { escapeHtml } from '../../text/html.ts';
import { isLoopback, normaliseAddress } from '../../visitor/address.ts';

const config = { access: 'anyone', limits: { rate: 'unlimited' }, output: 'page' } as const;

const FORWARDING_HEADER =
  /^(?:via|(?:x-)?forwarded.*|x-original-.+|.+-(?:real|client|connecting|remote)-(?:ip|addr|host))$/;

/** A local proxy may forward strangers. */
function onlyFromHere({ socket, headers }: FastifyRequest): void {
  const isHere =
    isLoopback(normaliseAddress(socket.remoteAddress ?? '') ?? '') &&
    isLoopback(hostnameOf(headers.host ?? '') ?? '') &&
    !Object.keys(headers).some((name) => FORWARDING_HEADER.test(name));
  if (!isHere) throw notFound();
}

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

function sendPage(reply: FastifyReply, title: string, content: string, head = ''): void {
  const nonce = newNonce();
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; --ground: light-dark(#f7f8fa, #0c0d10); --surface: light-dark(#fff, #131418);
  --line: light-dark(#e3e6eb, #272a31); --ink: light-dark(#14161b, #edeef2); --muted: light-dark(#5a6070, #9ca2b1);
  --accent: light-dark(#4340c9, #a9abff); --warn: light-dark(#fcf2df, #2e2310); --warn-ink: light-dark(#8a5200, #e8b45a); }
body { margin: 0; background: var(--ground); color: var(--ink); font: 14px/1.5 system-ui, sans-serif; }
main { max-width: 720px; margin: 0 auto; padding: 24px 16px; }
.banner { margin: 0; background: var(--warn); color: var(--warn-ink); padding: 12px 16px; text-align: center; }
h1 { font-size: 20px; font-weight: 600; margin: 8px 0 16px; }
a { color: var(--accent); }
ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li a { display: block; padding: 12px 16px; color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { background: var(--ground); }
.subject { font-weight: 500; }
.quiet { color: var(--muted); font-size: 13px; }
pre, iframe { box-sizing: border-box; width: 100%; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
pre { padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.6 ui-monospace, monospace; }
iframe { height: 480px; }
.empty { border: 1px dashed var(--line); border-radius: 12px; padding: 48px 16px; text-align: center; color: var(--muted); }
</style>
</head>
<body>
<p class="banner" role="note">This mailbox is for trying Gatehouse out. Set SMTP_URL to send real email.</p>
<main>${content}</main>
</body>
</html>
`;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'`;
  reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);
}

const line = ({ recipient, receivedAt }: KeptMail) => `to ${escapeHtml(recipient)} · ${time.format(receivedAt)}`;

function listOf(mails: readonly KeptMail[]): string {
  if (mails.length === 0) return '<p class="empty">No emails yet. Emails from the portal appear here.</p>';
  const rows = mails.map(
    (mail) =>
      `<li><a href="/dev/mailbox/${mail.id}"><span class="subject">${escapeHtml(mail.subject)}</span><br><span class="quiet">${line(mail)}</span></a></li>`,
  );
  return `<ul>${rows.join('')}</ul>`;
}

const contentOf = (mail: KeptMail) => `<p><a href="/dev/mailbox">All emails</a></p><h1>${escapeHtml(mail.subject)}</h1>
<p class="quiet">${line(mail)}</p>
<pre>${escapeHtml(mail.text)}</pre>
<iframe sandbox title="The same email as HTML" src="/dev/mailbox/${mail.id}/html"></iframe>`;

export function mailboxRoutes(app: FastifyInstance, mailbox: Mailbox): void {
  const found = (request: FastifyRequest): KeptMail => {
    onlyFromHere(request);
    const mail = mailbox.find((request.params as { id: string }).id);
    if (mail === undefined) throw notFound();
    return mail;
  };

  app.get('/dev/mailbox', { config }, (request, reply) => {
    onlyFromHere(request);
    const content = `<h1>Development mailbox</h1>${listOf(mailbox.list())}`;
    // Refresh by meta tag, because the CSP allows no script here.
    sendPage(reply, 'Development mailbox', content, '<meta http-equiv="refresh" content="5">');
  });
  app.get('/dev/mailbox/:id', { config }, (request, reply) => {
    const mail = found(request);
    sendPage(reply, mail.subject, contentOf(mail));
  });
  app.get('/dev/mailbox/:id/html', { config }, (request, reply) => {
    const { html } = found(request);
    const policyOfMail = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";
    reply.header('content-security-policy', policyOfMail).type('text/html; charset=utf-8').send(html);
  });
}
