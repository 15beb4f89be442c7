import { defineMail } from '../../delivery/mail.ts';
import { CodePayload, requestFacts } from '../../delivery/one-time-code.ts';

export const codeMail = defineMail('code', CodePayload, (payload, writer) => {
  const { organisation, host, code, minutes } = payload;
  const { say, paragraph, smallParagraph } = writer;
  const words = writer.mails.code;
  return {
    organisation,
    subject: say(words.subject, { organisation }),
    title: say(words.title),
    blocks: [
      writer.code(code),
      paragraph(say(words.use(minutes)), say(words.rule, { host, organisation })),
      requestFacts(writer, payload),
      smallParagraph(say(words.notYou)),
      writer.lastLine(host, code),
    ],
  };
});
