import { writeFileSync } from 'node:fs';
import { PRIVACY_DOCUMENT, privacyDocument } from './privacy-document.ts';

writeFileSync(PRIVACY_DOCUMENT, privacyDocument());
console.log(`${PRIVACY_DOCUMENT} is up to date.`);
