import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** Not imported: its ES modules load Node's `fetch` (decision 65). */
export const loadNodemailer = () => load('nodemailer') as typeof import('nodemailer');
export const loadSmtpConnection = () =>
  load('nodemailer/lib/smtp-connection') as typeof import('nodemailer/lib/smtp-connection')['default'];
