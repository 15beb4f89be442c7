/** What a start needs and does not have yet. In a process of its own: the memory that this takes ends with it. */
import { buildWeb } from './build-web.ts';
import { compileServer } from './compile-server.ts';

buildWeb();
await compileServer();
