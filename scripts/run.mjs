// Runs the commands on a bare machine: gets Node 24 if the installed one is older, installs packages if the lock file
// changed, and starts scripts/<command>.ts, cli/<command>.ts or the server. Plain JavaScript without packages, because
// it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './launch.mjs';
import { npmCommand } from './npm.mjs';
import { pinFor, pinnedNode } from './pinned-node.mjs';

const NODE_MAJOR = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function npm(node, args) {
  const [program, all] = npmCommand(node, [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  // Its output goes to stderr; stdout belongs to the command.
  const stdio = ['ignore', process.stderr, 'inherit'];
  return (
    spawnSync(program, all, { cwd: root, stdio, shell: program === 'npm' && process.platform === 'win32' }).status === 0
  );
}

function works(node) {
  const { status, stdout } = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return status === 0 && Number.parseInt(stdout, 10) >= NODE_MAJOR;
}

/** The registry has Node's binaries as packages, one for each platform. */
function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const pin = pinFor(join(root, 'scripts', 'node-versions.json'), platform);
  const byHand = `Please install Node ${NODE_MAJOR} from nodejs.org.`;
  if (pin === undefined)
    fail(`Node ${process.versions.node} is too old, and there is none to fetch for ${platform}. ${byHand}`);
  try {
    const binary = pinnedNode(join(root, '.node'), pin, (args) => {
      if (args[0] === 'pack')
        console.log(
          `Node ${process.versions.node} is older than ${NODE_MAJOR}: getting Node ${pin.version} into .node …`,
        );
      return npm(process.execPath, args);
    });
    if (works(binary)) return binary;
    fail(`Node ${pin.version} does not run on this machine. ${byHand}`);
  } catch (error) {
    fail(`${error.message} ${byHand}`);
  }
}

function installPackages(node) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.gatehouse-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing packages …');
  // An interrupted installation is repeated.
  rmSync(stamp, { force: true });
  // Not `npm ci`: it rejects a lock file that lacks optional packages of other platforms, which npm leaves out if a
  // registry does not have them. This follows the lock file as well and does not rewrite it.
  // With what builds the pages, which NODE_ENV=production would leave out.
  if (!npm(node, ['install', '--no-save', '--include=dev']))
    fail('The packages could not be installed; the lines above say why.');
  // npm says nothing if the registry lacks a native package; a later error would be hard to understand.
  for (const name of ['vite', '@node-rs/argon2']) {
    const { status } = spawnSync(node, ['--input-type=module', '-e', `await import('${name}')`], { cwd: root });
    if (status !== 0) fail(`The package ${name} does not run on ${process.platform} ${process.arch}.`);
  }
  writeFileSync(stamp, lock);
}

const [command, ...args] = process.argv.slice(2);
const node = findNode();
installPackages(node);
const program = [`scripts/${command}.ts`, `cli/${command}.ts`, ...(command === 'start' ? ['server/main.ts'] : [])].find(
  (file) => existsSync(join(root, file)),
);
if (program === undefined) fail(`There is no command "${command}".`);
launch(root, node, { command, program, args, prepare: 'scripts/build.ts' });
