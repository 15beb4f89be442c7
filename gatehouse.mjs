#!/usr/bin/env node
// Runs an unpacked release with nothing but Node 24: `node gatehouse.mjs start`, `node gatehouse.mjs backup`.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './scripts/launch.mjs';

const COMMANDS = ['start', 'backup', 'restore', 'admin', 'audit', 'rotate-key', 'doctor', 'upgrade-check'];
const root = dirname(fileURLToPath(import.meta.url));

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

if (Number.parseInt(process.versions.node, 10) < 24)
  fail(`Gatehouse needs Node 24 or later; this is ${process.versions.node}.`);
const { os = [process.platform], cpu = [process.arch] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
if (!os.includes(process.platform) || !cpu.includes(process.arch))
  fail(`This release is for ${os}-${cpu}; this machine is ${process.platform}-${process.arch}.`);

const [command, ...args] = process.argv.slice(2);
if (!COMMANDS.includes(command)) fail(`Usage: node gatehouse.mjs ${COMMANDS.join(' | ')}`);
launch(root, process.execPath, {
  command,
  program: command === 'start' ? 'server/main.ts' : `cli/${command}.ts`,
  // What documents and messages write after `npm run`, such as `admin -- list`, works here too.
  args: args[0] === '--' ? args.slice(1) : args,
  prepare: 'scripts/compile-server.ts',
});
