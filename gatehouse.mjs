#!/usr/bin/env node
// Runs an unpacked release with nothing but Node 24: `node gatehouse.mjs start`, `node gatehouse.mjs backup`.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, RELEASE_COMMANDS } from './scripts/launch.mjs';

const PREPARE = 'scripts/compile-server.ts';
const PROGRAMS = { start: 'server/main.ts', build: PREPARE };
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
if (!RELEASE_COMMANDS.includes(command)) fail(`Usage: node gatehouse.mjs ${RELEASE_COMMANDS.join(' | ')}`);
launch(root, process.execPath, {
  command,
  program: PROGRAMS[command] ?? `cli/${command}.ts`,
  // What documents and messages write after `npm run`, such as `admin -- list`, works here too.
  args: args[0] === '--' ? args.slice(1) : args,
  prepare: PREPARE,
});
