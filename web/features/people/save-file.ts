import { dayOf } from '../../lib/days.ts';
import { downloadFile } from '../../ui/download-file.ts';

/** No email address in the name, because file names show up in many places. */
const nameOf = (extension: string) => `personal-data-${dayOf(new Date())}.${extension}`;

export const saveJson = (data: object) =>
  downloadFile(nameOf('json'), new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));

export const savePage = (html: string) =>
  downloadFile(nameOf('html'), new Blob([html], { type: 'text/html;charset=utf-8' }));
