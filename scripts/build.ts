/** Builds what a start needs, in a process of its own that frees its memory at the end. */
import { buildWeb } from './build-web.ts';
import { compileServer } from './compile-server.ts';

buildWeb();
await compileServer();
