// npm as this command was called, with the user's own settings and registry. Plain JavaScript, because run.mjs also runs
// on an old Node.

/**
 * @param {string} node
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function npmCommand(node, args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('npm-cli.js') ? [node, [cli, ...args]] : ['npm', args];
}
