import * as z from 'zod';
import { defineMail } from '../../delivery/mail.ts';
import { usernameForMail } from '../../delivery/username-in-email.ts';

const Verification = z.object({
  organisation: z.string(),
  /** Omitted if it could hide a link. */
  username: z.string(),
  /** Needs a click to verify, so that link scanners change nothing. */
  link: z.string(),
  code: z.string(),
});

export const verificationMail = defineMail(
  'verification',
  Verification,
  ({ organisation, username, link, code }, { mails, say, paragraph, smallParagraph, button, toCopy }) => {
    const words = mails.registration;
    const name = usernameForMail(username);
    return {
      organisation,
      subject: say(words.subject, { organisation }),
      title: say(words.title),
      blocks: [
        paragraph(name === null ? say(words.asked) : say(words.askedAs, { name }), say(words.how)),
        button(link, words.open),
        paragraph(say(words.orCode)),
        toCopy(code, 24),
        smallParagraph(say(words.expires), say(words.notYou)),
      ],
    };
  },
);

const KnownEmail = z.object({ organisation: z.string(), url: z.string() });

/** Only the owner learns that the account exists; the page answers everyone alike. */
export const knownEmailMail = defineMail(
  'known-address',
  KnownEmail,
  ({ organisation, url }, { mails, say, paragraph, smallParagraph, button }) => {
    const words = mails.knownAddress;
    return {
      organisation,
      subject: say(words.subject, { organisation }),
      title: say(words.title),
      blocks: [
        paragraph(say(words.why)),
        button(`${url}/auth`, mails.signIn),
        paragraph(say(words.help)),
        smallParagraph(say(words.notYou)),
      ],
    };
  },
);
