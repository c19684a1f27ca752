// Checks the size of the web app against its budget: gzipped JavaScript and CSS, grouped by what a user has
// to wait for.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ScriptError } from './run.mjs';

const KB = 1024;
/** The frame around every private page. */
const FRAME = [/\/ui\/states\/Toaster\.tsx$/, /\/shell\/SessionProvider\.tsx$/, /\/shell\/Shell\.tsx$/];
/** The modules that each budget counts: the entry and the sources that match, with everything they import. */
const BUDGETS = [
  {
    title: 'Landing page and sign-in',
    sources: [/\/pages\/(Landing|Login)Page\.tsx$/],
    limit: 120 * KB,
  },
  {
    title: 'Lead list with everything it needs',
    sources: [...FRAME, /\/pages\/LeadsPage\.tsx$/],
    limit: 250 * KB,
  },
  // Nobody loads the whole app, since pages and dialogs load when they are opened. This limit is here so that
  // growth is noticed.
  { title: 'Whole app, JavaScript', sources: 'all', limit: 650 * KB },
  { title: 'Whole app, CSS', sources: 'all', kind: 'css', limit: 53 * KB },
];

/** Returns false when a budget is exceeded or the full zod reaches the browser. */
export function checkBundle(root) {
  const folder = join(root, 'dist/web');
  const manifestFile = join(folder, '.vite/manifest.json');
  if (!existsSync(manifestFile)) {
    throw new ScriptError(`${manifestFile} is missing: vite.config.ts needs build.manifest = true.`);
  }
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const sizes = new Map();
  const sizeOf = (file) => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(folder, file))).length);
    return sizes.get(file);
  };
  const kept = BUDGETS.map((budget) => report(budget, filesOf(manifest, budget), sizeOf));
  return [...kept, zodIsMini(folder, manifest)].every(Boolean);
}

function report({ title, limit }, files, sizeOf) {
  const total = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
  const fits = total <= limit;
  console.log(
    `${fits ? '✔' : '✖'} ${title}: ${(total / KB).toFixed(1)} of ${limit / KB} KB (${files.size} files)`,
  );
  if (!fits) {
    for (const file of [...files].toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 8)) {
      console.log(`    ${(sizeOf(file) / KB).toFixed(1).padStart(6)} KB ${file}`);
    }
  }
  return fits;
}

function filesOf(manifest, { title, sources, kind = 'js' }) {
  const files = new Set();
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    for (const file of [chunk.file, ...(chunk.css ?? [])]) if (file.endsWith(`.${kind}`)) files.add(file);
    (chunk.imports ?? []).forEach(visit);
  };
  startsOf(manifest, title, sources).forEach(visit);
  return files;
}

function startsOf(manifest, title, sources) {
  const keys = Object.keys(manifest);
  if (sources === 'all') return keys;
  const matching = (pattern) => keys.filter((key) => pattern.test(`/${manifest[key].src ?? key}`));
  const lost = sources.find((pattern) => matching(pattern).length === 0);
  if (lost) {
    throw new ScriptError(
      `"${title}": no file of the build matches ${lost}. Correct scripts/bundle-size.mjs.`,
    );
  }
  return [...keys.filter((key) => manifest[key].isEntry), ...sources.flatMap(matching)];
}

/**
 * Class names survive minification as strings, and those of the core and of zod/mini differ. The full zod
 * weighs 91 KB.
 */
function zodIsMini(folder, manifest) {
  const whole = [...filesOf(manifest, { sources: 'all' })].filter((file) =>
    /["'`]Zod(Error|Object|String)["'`]/.test(readFileSync(join(folder, file), 'utf8')),
  );
  console.log(
    whole.length === 0
      ? '✔ zod is sent as zod/mini'
      : `✖ The whole of zod is in ${whole.join(', ')}: import it from "zod/mini".`,
  );
  return whole.length === 0;
}
