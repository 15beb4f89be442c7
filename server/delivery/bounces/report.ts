import type { MessageStructureObject } from 'imapflow';
import { describeAnswer } from '../smtp/smtp-answer.ts';

const STATUS_TYPES = new Set(['message/delivery-status', 'message/global-delivery-status']);
/** Real reports are flat; deeper nesting is an attack. */
const DEPTH_MAX = 5;

interface StatusPart {
  readonly part: string;
  readonly encoding: string;
}

export function statusPartOf(structure: MessageStructureObject, inReport = false, depth = 0): StatusPart | null {
  const { type, part, encoding, childNodes } = structure;
  if (inReport && part !== undefined && STATUS_TYPES.has(type)) return { part, encoding: encoding ?? '7bit' };
  if (!type.startsWith('multipart/') || depth > DEPTH_MAX) return null;
  for (const child of childNodes ?? []) {
    const found = statusPartOf(child, type === 'multipart/report', depth + 1);
    if (found !== null) return found;
  }
  return null;
}

export function decodedPart(bytes: Buffer, encoding: string): string {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(bytes.toString('latin1'), 'base64').toString('utf8');
    case 'quoted-printable': {
      const text = bytes.toString('latin1').replaceAll(/=[ \t]*\r?\n/g, '');
      const plain = text.replaceAll(/=([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(plain, 'latin1').toString('utf8');
    }
    default:
      return bytes.toString('utf8');
  }
}

export interface DeliveryReport {
  readonly failed: boolean;
  readonly why: string;
}

const ENHANCED = /\b[245]\.\d{1,3}\.\d{1,3}\b/;
const GENERAL = /\.0\.0$/;

function fieldsOf(group: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of group.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

function reportOf(fields: Map<string, string>): DeliveryReport | null {
  const status = ENHANCED.exec(fields.get('status') ?? '')?.[0] ?? '';
  const [action = ''] = /^[a-z]+/i.exec(fields.get('action') ?? '') ?? [];
  if (action === '' && status === '') return null;
  const diagnostic = (fields.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;\s*/, '');
  const said = GENERAL.test(status) ? diagnostic : `${status} ${diagnostic}`.trim();
  const failed = action === '' ? status.startsWith('5') : action.toLowerCase() === 'failed';
  return { failed, why: describeAnswer(said) };
}

/** Our emails have one recipient, so use the group that failed. */
export function parseDeliveryStatus(text: string): DeliveryReport | null {
  const groups = text.replaceAll(/\r\n?/g, '\n').split(/\n[ \t]*\n/);
  const reports = groups.map((group) => reportOf(fieldsOf(group))).filter((report) => report !== null);
  return reports.find(({ failed }) => failed) ?? reports[0] ?? null;
}
