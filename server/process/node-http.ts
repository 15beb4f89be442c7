/** Not imported: an `import` reads every export, and some load the whole of Node's `fetch` (11 MB). Figure: start, memory. */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
