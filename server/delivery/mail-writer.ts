import { deviceWords, locationWords } from '../../contract/language/devices.rules.ts';
import { partsOf } from '../../contract/language/slots.rules.ts';
import type { Language } from '../languages.ts';
import { escapeHtml } from '../text/html.ts';

/** The same words in both bodies of an email. */
export interface Words {
  readonly text: string;
  readonly html: string;
}

export type Fact = readonly [label: string, value: string];

export type MailWriter = ReturnType<typeof mailWriter>;

const GREY = 'color:#5a6070';
const MONOSPACE = 'ui-monospace,Menlo,Consolas,monospace';

const styled = (style: string, html: string) => `<p style="${style}">${html}</p>`;

export function mailWriter({ direction, messages }: Pick<Language, 'direction' | 'messages'>) {
  const { mails, devices } = messages;
  const isRtl = direction === 'rtl';

  /** A value in another direction would mix with the surrounding words. */
  const isolated = (value: string): Words =>
    isRtl
      ? { text: `\u2068${value}\u2069`, html: `<bdi>${escapeHtml(value)}</bdi>` }
      : { text: value, html: escapeHtml(value) };

  const say = (message: string, values: Readonly<Record<string, string | Words>> = {}): Words => {
    const parts = partsOf(message).map((part): Words => {
      if (typeof part === 'string') return { text: part, html: escapeHtml(part) };
      const value = values[part.name] ?? '';
      const words = typeof value === 'string' ? isolated(value) : value;
      // Readers should compare the host with their address bar.
      return part.name === 'host' ? { ...words, html: `<strong>${words.html}</strong>` } : words;
    });
    return { text: parts.map(({ text }) => text).join(''), html: parts.map(({ html }) => html).join('') };
  };

  const labelled = (label: string, value: string | Words) => say(mails.labelled, { label: say(label), value }).text;

  const joined = (style: string, sentences: readonly Words[]): Words => ({
    text: sentences.map(({ text }) => text).join('\n'),
    html: styled(style, sentences.map(({ html }) => html).join(' ')),
  });

  /** No isolation marks in the text, because people copy it. */
  const copied = (value: string, size: number): Words => ({
    text: value,
    html: styled(
      `margin:0 0 16px;font:600 ${size}px/1.4 ${MONOSPACE}`,
      isRtl ? `<bdi dir="ltr">${escapeHtml(value)}</bdi>` : escapeHtml(value),
    ),
  });

  const underLabel = (label: string, value: string | Words, html: string): Words => ({
    text: labelled(label, value),
    html: `${styled(`margin:0;font-size:14px;${GREY}`, escapeHtml(label))}${html}`,
  });

  return {
    mails,
    say,
    isolated,
    device: (device: string) => deviceWords(devices, device),
    location: (location: string) => locationWords(devices, location),
    paragraph: (...sentences: readonly Words[]) => joined('margin:0 0 24px', sentences),
    smallParagraph: (...sentences: readonly Words[]) => joined('margin:0 0 24px;font-size:14px', sentences),
    toCopy: copied,
    labelledToCopy: (label: string, value: string, size: number) => {
      const { text, html } = copied(value, size);
      // On its own line it keeps its direction without marks.
      return underLabel(label, { text: isRtl ? `\n${text}` : text, html }, html);
    },
    labelledSentence: (label: string, sentence: Words) =>
      underLabel(label, sentence, joined('margin:0 0 24px', [sentence]).html),

    code: (code: string): Words => ({
      text: code,
      html: styled(`margin:0 0 16px;font:600 36px/1.2 ${MONOSPACE};letter-spacing:6px`, code),
    }),

    /** Browsers autofill a code only if the last line names this host. */
    lastLine: (host: string, code: string): Words => {
      const line = `@${host} #${code}`;
      const html = isRtl ? `<bdi dir="ltr">${escapeHtml(line)}</bdi>` : escapeHtml(line);
      return { text: line, html: styled(`margin:0;font-size:12px;${GREY}`, html) };
    },

    facts(facts: readonly Fact[]): Words {
      const padding = isRtl ? '2px 0 2px 16px' : '2px 16px 2px 0';
      const row = ([label, value]: Fact) =>
        `<tr><td style="padding:${padding};${GREY}">${escapeHtml(label)}</td><td style="padding:2px 0">${isolated(value).html}</td></tr>`;
      return {
        text: facts.map(([label, value]) => labelled(label, value)).join('\n'),
        html: `<table style="border-collapse:collapse;margin:0 0 24px;font-size:14px">${facts.map(row).join('')}</table>`,
      };
    },

    button: (url: string, label: string): Words => ({
      // Mail programs would include an isolation mark in the link.
      text: labelled(label, { text: url, html: '' }),
      html: styled(
        'margin:0 0 24px',
        `<a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 20px;border-radius:8px;background:#4a47d5;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`,
      ),
    }),
  };
}
