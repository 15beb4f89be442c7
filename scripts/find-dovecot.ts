import { findProgram } from './find-program.ts';

/** An IMAP server for the tests. */
export const findDovecot = () =>
  findProgram({ title: 'Dovecot', variable: 'DOVECOT', commands: ['dovecot'], packages: ['dovecot-imapd'] });
