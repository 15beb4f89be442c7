/** Not imported: an import reads every export, and one of them loads Node's `fetch` (2 MB). Figure: start, memory. */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
