import { buildWeb } from './build-web.ts';

await buildWeb();
await import('../server/main.ts');
