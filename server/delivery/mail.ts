import * as z from 'zod';
import type { Language, Languages } from '../languages.ts';
import { escapeHtml } from '../text/html.ts';
import { defineJob, type Job } from './job.ts';
import { type MailWriter, mailWriter, type Words } from './mail-writer.ts';
import type { Outbox } from './outbox.ts';

export interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Rendered only when it is sent. */
export type UnwrittenMail = (languages: Pick<Languages, 'find' | 'fallback'>) => Mail;

export type MailOutbox = Outbox<UnwrittenMail>;
export type SendMail = (recipient: string, mail: Mail, id: string) => Promise<void>;

const Reader = z.object({
  /** Null for the default. Missing in emails of version 0.2, which spoke English. */
  language: z.string().nullable().default('en'),
});

interface Content {
  readonly organisation: string;
  /** Also the first line of the text. */
  readonly subject: Words;
  readonly title: Words;
  readonly blocks: readonly Words[];
}

export const defineMail = <Payload extends object>(
  id: string,
  payload: z.ZodType<Payload>,
  write: (payload: Payload, writer: MailWriter) => Content,
): Job<Payload & z.output<typeof Reader>, UnwrittenMail> =>
  defineJob(id, z.intersection(payload, Reader), (stored) => ({ find, fallback }) => {
    const language = find(stored.language) ?? fallback;
    const writer = mailWriter(language);
    return mailOf(language, writer, write(stored, writer));
  });

/** Mail programs ignore style sheets, and some of them all but the body. */
function mailOf({ code, direction }: Language, { isolated }: MailWriter, content: Content): Mail {
  const { organisation, subject, title, blocks } = content;
  const attributes = `lang="${code}" dir="${direction}"`;
  const html = `<!doctype html>
<html ${attributes}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title.text)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div ${attributes} style="max-width:480px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">${isolated(organisation).html}</p>
<h1 style="margin:0 0 8px;font-size:20px">${title.html}</h1>
${blocks.map((block) => block.html).join('\n')}
</div></body></html>
`;
  const text = `${[subject, ...blocks].map((block) => block.text).join('\n\n')}\n`;
  return { subject: subject.text, text, html };
}
