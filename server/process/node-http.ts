/** Importing it would read every export, one of which loads Node's `fetch` (2 MB). Figure: start, memory. */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
