import { writeFileSync } from 'node:fs';
import { LIMITS_DOCUMENT, limitsDocument } from './limits-document.ts';

writeFileSync(LIMITS_DOCUMENT, limitsDocument());
console.log(`${LIMITS_DOCUMENT} is up to date.`);
