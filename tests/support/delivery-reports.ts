/** Delivery status notifications in the formats of common mail servers. */

export interface Returned {
  /** The return address of the email. */
  readonly to: string;
  /** The recipient that could not be reached. */
  readonly recipient: string;
  readonly status?: string;
  readonly diagnostic?: string;
  readonly action?: string;
  /** The returned email, as far as it is included. */
  readonly original?: string;
}

const ORIGINAL = 'Subject: A mail\n\nIts text\n';

const multipart = (headers: string, parts: readonly string[], boundary = '=_report_4711') =>
  `${headers}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="${boundary}"

This is a MIME-encapsulated message.

${parts.map((part) => `--${boundary}\n${part}`).join('\n')}
--${boundary}--
`;

export const postfixReport = ({
  to,
  recipient,
  status = '5.1.1',
  diagnostic = `550 ${status} <${recipient}>: Recipient address rejected: User unknown in virtual mailbox table`,
  action = 'failed',
  original = ORIGINAL,
}: Returned) =>
  multipart(
    `Return-Path: <>
Delivered-To: ${to}
Received: by mx.relay.example (Postfix) id 4F2A41C0; Mon, 16 Nov 2026 10:00:00 +0000 (UTC)
Date: Mon, 16 Nov 2026 10:00:00 +0000 (UTC)
From: MAILER-DAEMON@mx.relay.example (Mail Delivery System)
Subject: ${action === 'delayed' ? 'Delayed Mail (still being retried)' : 'Undelivered Mail Returned to Sender'}
To: ${to}
Auto-Submitted: auto-replied`,
    [
      `Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.relay.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients.

<${recipient}>: host mx.far.example[203.0.113.7] said: ${diagnostic}
`,
      `Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.relay.example
X-Postfix-Queue-ID: 4F2A41C0
X-Postfix-Sender: rfc822; ${to}
Arrival-Date: Mon, 16 Nov 2026 09:59:58 +0000 (UTC)

Final-Recipient: rfc822; ${recipient}
Original-Recipient: rfc822;${recipient}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.far.example
Diagnostic-Code: smtp; ${diagnostic.replaceAll(/(.{50}\S*) /g, '$1\n    ')}
`,
      `Content-Description: Undelivered Message
Content-Type: message/rfc822

${original}`,
    ],
  );

export const eximReport = ({
  to,
  recipient,
  status = '5.0.0',
  diagnostic = '550 No such person at this address',
  original = ORIGINAL,
}: Returned) =>
  multipart(
    `Return-path: <>
Envelope-to: ${to}
X-Failed-Recipients: ${recipient}
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@relay.example>
To: ${to}
References: <abc@portal.example>
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1tAbCd-0001aB-2C@relay.example>
Date: Mon, 16 Nov 2026 10:00:00 +0000`,
    [
      `Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

  ${recipient}
    host mx.far.example [203.0.113.7]
    SMTP error from remote mail server after RCPT TO:<${recipient}>:
    ${diagnostic}
`,
      `Content-type: message/delivery-status

Reporting-MTA: dns; relay.example

Action: failed
Final-Recipient: rfc822;${recipient}
Status: ${status}
Remote-MTA: dns; mx.far.example
Diagnostic-Code: smtp; ${diagnostic}
`,
      `Content-type: message/rfc822

${original}`,
    ],
    '1763287200-eximdsn-1804289383',
  );

export const exchangeReport = ({
  to,
  recipient,
  status = '5.1.10',
  diagnostic = `550 ${status} RESOLVER.ADR.RecipientNotFound; Recipient ${recipient} not found by SMTP address lookup`,
  original = ORIGINAL,
}: Returned) =>
  multipart(
    `From: <postmaster@tenant.example>
To: <${to.toUpperCase()}>
Date: Mon, 16 Nov 2026 10:00:00 +0000
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-GB
Message-ID: <0a1b2c3d@AM0PR01.prod.example>
Subject: Undeliverable: A mail
Auto-Submitted: auto-replied`,
    [
      `Content-Type: multipart/alternative; differences=Content-Type; boundary="inner"

--inner
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Your message to ${recipient} couldn't be delivered.

--inner
Content-Type: text/html; charset="us-ascii"

<html><body>Your message couldn't be delivered.</body></html>
--inner--
`,
      `Content-Type: message/delivery-status

Reporting-MTA: dns;AM0PR01.prod.example
Received-From-MTA: dns;mail.portal.example
Arrival-Date: Mon, 16 Nov 2026 09:59:59 +0000

Original-Recipient: rfc822;${recipient}
Final-Recipient: rfc822;${recipient}
Action: failed
Status: ${status}
Diagnostic-Code: smtp;${diagnostic}
X-Display-Name: ${recipient}
`,
      `Content-Type: message/rfc822

${original}`,
    ],
    'f1e2d3c4-b5a6-4798-8899-aabbccddeeff',
  );

/** Quoted-printable status part, and only the headers of the original. */
export const gmailReport = ({
  to,
  recipient,
  status = '5.2.2',
  diagnostic = `552-5.2.2 The recipient's inbox is out of storage space and inactive. Please\n 552-5.2.2 direct the recipient to the help page. 5b1f17b1804b1-mx`,
  original = ORIGINAL,
}: Returned) =>
  multipart(
    `Delivered-To: mailbox@hosted.example
Received: by 2002:a05:600c:1234:b0:1 with SMTP id x7csp1; Mon, 16 Nov 2026 02:00:00 -0800 (PST)
Date: Mon, 16 Nov 2026 02:00:00 -0800 (PST)
From: Mail Delivery Subsystem <mailer-daemon@provider.example>
To: ${to}
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)`,
    [
      `Content-Type: multipart/related; boundary="related"

--related
Content-Type: text/plain; charset="UTF-8"

** Message not delivered **
--related--
`,
      `Content-Type: message/delivery-status
Content-Transfer-Encoding: quoted-printable

Reporting-MTA: dns; provider.example
Received-From-MTA: dns; ${to.replace('+', '=2B')}
Arrival-Date: Mon, 16 Nov 2026 01:59:58 -0800 (PST)

Final-Recipient: rfc822; ${recipient}
Action: failed
Status: ${status}
Remote-MTA: dns; mx.far.example. (203.0.113.7, the server for the=
 domain far.example.)
Diagnostic-Code: smtp; ${diagnostic}
Last-Attempt-Date: Mon, 16 Nov 2026 02:00:00 -0800 (PST)
`,
      `Content-Type: text/rfc822-headers

${original.split('\n\n')[0]}
`,
    ],
    '000000000000a1b2c30641f2e3d4',
  );
