import * as z from 'zod';
import { defineMail } from '../../../delivery/mail.ts';
import { CodePayload, requestFacts } from '../../../delivery/one-time-code.ts';
import { usernameForMail } from '../../../delivery/username-in-email.ts';

const Payload = CodePayload.extend({ username: z.string() });

/** A stranger may get it, so it says what the code does, and to which account. */
export const emailChangeMail = defineMail('email-change', Payload, (payload, writer) => {
  const { organisation, host, username, code, minutes } = payload;
  const { say, paragraph, smallParagraph } = writer;
  const words = writer.mails.emailChange;
  const name = usernameForMail(username);
  return {
    organisation,
    subject: say(words.subject, { organisation }),
    title: say(words.title),
    blocks: [
      paragraph(name === null ? say(words.why, { organisation }) : say(words.whyOf, { name, organisation })),
      writer.code(code),
      paragraph(say(words.rule(minutes), { host, organisation })),
      requestFacts(writer, payload),
      smallParagraph(say(words.notYou)),
      writer.lastLine(host, code),
    ],
  };
});
