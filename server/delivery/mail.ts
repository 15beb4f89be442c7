import { escapeHtml } from '../text/html.ts';
import type { Outbox } from './outbox.ts';

export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type MailOutbox = Outbox<Mail>;
export type SendMail = (recipient: string, mail: Mail, id: string) => Promise<void>;

interface MailPage {
  readonly organisation: string;
  readonly title: string;
  /** Escaped HTML. */
  readonly body: string;
}

/** Mail programs ignore style sheets. */
export const mailPage = ({ organisation, title, body }: MailPage) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:480px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">${escapeHtml(organisation)}</p>
<h1 style="margin:0 0 8px;font-size:20px">${escapeHtml(title)}</h1>
${body}
</div></body></html>
`;

export const paragraph = (html: string) => `<p style="margin:0 0 24px">${html}</p>`;
export const smallParagraph = (html: string) => `<p style="margin:0 0 24px;font-size:14px">${html}</p>`;

export const toCopy = (text: string, size: number) =>
  `<p style="margin:0 0 16px;font:600 ${size}px/1.4 ui-monospace,Menlo,Consolas,monospace">${escapeHtml(text)}</p>`;

export const linkButton = (url: string, label: string) =>
  `<p style="margin:0 0 24px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 20px;border-radius:8px;background:#4a47d5;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
