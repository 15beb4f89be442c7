import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mailReason } from '../mail-step.ts';
import { decodedPart, parseDeliveryStatus, statusPartOf } from './report.ts';

const status = (...lines: string[]) =>
  ['Reporting-MTA: dns; mx.example', '', 'Final-Recipient: rfc822; a@b.example', ...lines, ''].join('\r\n');

const NONE = 'The mailbox does not exist';
const NOWHERE = 'The domain does not receive email';
const BLOCKED = 'The email was blocked';
const REJECTED = 'The email was rejected';
const LATER = 'The mail server asked to try again later';

test.for([
  [['Action: failed', 'Status: 5.1.1', 'Diagnostic-Code: smtp; 550 5.1.1 no'], true, `550 5.1.1 ${NONE}`, 'no_mailbox'],
  [
    ['Action: failed', 'Status: 5.1.2 (bad)', 'Diagnostic-Code: smtp;550 no'],
    true,
    `550 5.1.2 ${NOWHERE}`,
    'no_domain',
  ],
  [['Action: failed', 'Status: 5.0.0', 'Diagnostic-Code: smtp; 550 5.1.1'], true, `550 5.1.1 ${NONE}`, 'no_mailbox'],
  [['ACTION:Failed', 'status:5.2.2'], true, '5.2.2 The mailbox is full', 'mailbox_full'],
  [['Action: failed', 'Status: 4.4.7', 'Diagnostic-Code: X-Made-Up; gave up'], true, `4.4.7 ${LATER}`, 'other'],
  [['Action: failed', 'Diagnostic-Code: smtp; 550 5.7.1', '  spam'], true, `550 5.7.1 ${BLOCKED}`, 'blocked'],
  [['Action: failed'], true, REJECTED, 'other'],
  [['Status: 5.1.1'], true, `5.1.1 ${NONE}`, 'no_mailbox'],
  [['Action: delayed', 'Status: 4.4.1'], false, `4.4.1 ${LATER}`, 'other'],
  [['Action: relayed', 'Status: 2.0.0'], false, REJECTED, 'other'],
  [['Action: delivered', 'Status: 2.0.0'], false, REJECTED, 'other'],
  [['Action: expanded', 'Status: 2.0.0'], false, REJECTED, 'other'],
] as const)('The status part %j', ([lines, failed, why, reason]) => {
  expect(parseDeliveryStatus(status(...lines))).toEqual({ failed, why });
  expect(mailReason(why)).toBe(reason);
});

test('Of several recipients the failed one counts', () => {
  const text = `${status('Action: relayed', 'Status: 2.0.0')}\r\n${status('Action: failed', 'Status: 5.1.1')}`;
  expect(parseDeliveryStatus(text)).toEqual({ failed: true, why: `5.1.1 ${NONE}` });
});

test('Other text is no report and causes no error', () => {
  expect(parseDeliveryStatus('')).toBeNull();
  expect(parseDeliveryStatus('Hello,\n\nI am on holiday: until Monday.\n')).toBeNull();
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
      parseDeliveryStatus(text);
      parseDeliveryStatus(`Action: failed\nStatus: ${text}\nDiagnostic-Code: ${text}`);
    }),
  );
});

test('Only a report has a status part', () => {
  const part = { part: '2', type: 'message/delivery-status', encoding: '7bit' };
  const report = { type: 'multipart/report', childNodes: [{ part: '1', type: 'text/plain' }, part] };
  expect(statusPartOf(report)).toEqual({ part: '2', encoding: '7bit' });
  const signed = { type: 'multipart/mixed', childNodes: [report, { part: '3', type: 'text/plain' }] };
  expect(statusPartOf(signed)).toEqual({ part: '2', encoding: '7bit' });
  expect(statusPartOf({ type: 'multipart/mixed', childNodes: [part] })).toBeNull();
  expect(statusPartOf({ part: '1', type: 'message/delivery-status' })).toBeNull();
  // A report inside a returned email is not about that email.
  const returned = { part: '2', type: 'message/rfc822', childNodes: [report] };
  expect(statusPartOf({ type: 'multipart/report', childNodes: [returned] })).toBeNull();
  let nested = report as Parameters<typeof statusPartOf>[0];
  for (let depth = 0; depth < 10_000; depth += 1) nested = { type: 'multipart/mixed', childNodes: [nested] };
  expect(statusPartOf(nested)).toBeNull();
});

test('A status part is read in any encoding', () => {
  const text = 'Action: failed\r\nDiagnostic-Code: smtp; 550 unbekannter Empfänger\r\n';
  expect(decodedPart(Buffer.from(text), '7bit')).toBe(text);
  expect(decodedPart(Buffer.from(Buffer.from(text).toString('base64')), 'BASE64')).toBe(text);
  const quoted = 'Action: fai=\r\nled\r\nDiagnostic-Code: smtp; 550 unbekannter Empf=C3=A4nger\r\n';
  expect(decodedPart(Buffer.from(quoted), 'quoted-printable')).toBe(text);
});
