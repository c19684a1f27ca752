// The weight of the web app against its budget: JavaScript and CSS as sent (gzip), by what a user has to wait for.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ScriptError } from './run.mjs';

const KB = 1024;
/** What each budget counts: the entry plus the pages whose source matches, with everything they import. */
const BUDGETS = [
  { title: 'Landing page and sign-in', pages: [/\/pages\/(Landing|SignIn|Login)\w*\.tsx$/], limit: 120 * KB },
  {
    title: 'Lead list with everything it needs',
    pages: [/\/pages\/(LeadList|Leads)\w*\.tsx$/],
    limit: 250 * KB,
  },
  { title: 'Whole app, JavaScript', pages: 'all', limit: 420 * KB },
  { title: 'Whole app, CSS', pages: 'all', kind: 'css', limit: 35 * KB },
];

/** False when a budget is exceeded or the whole of zod is sent to the browser. */
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
    for (const file of [...files].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 8)) {
      console.log(`    ${(sizeOf(file) / KB).toFixed(1).padStart(6)} KB ${file}`);
    }
  }
  return fits;
}

function filesOf(manifest, { title, pages, kind = 'js' }) {
  const keys = Object.keys(manifest);
  const sources = (pattern) => keys.filter((key) => pattern.test(`/${manifest[key].src ?? key}`));
  const starts =
    pages === 'all' ? keys : [...keys.filter((key) => manifest[key].isEntry), ...pages.flatMap(sources)];
  if (pages !== 'all' && pages.flatMap(sources).length === 0) {
    throw new ScriptError(
      `"${title}" matches no page of the build. Correct the patterns in scripts/bundle-size.mjs.`,
    );
  }
  const files = new Set();
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    for (const file of [chunk.file, ...(chunk.css ?? [])]) if (file.endsWith(`.${kind}`)) files.add(file);
    (chunk.imports ?? []).forEach(visit);
  };
  starts.forEach(visit);
  return files;
}

/** Class names survive minification as strings; the core and zod/mini have others. The whole of zod weighs 91 KB. */
function zodIsMini(folder, manifest) {
  const whole = [...filesOf(manifest, { pages: 'all' })].filter((file) =>
    /["'`]Zod(Error|Object|String)["'`]/.test(readFileSync(join(folder, file), 'utf8')),
  );
  console.log(
    whole.length === 0
      ? '✔ zod is sent as zod/mini'
      : `✖ The whole of zod is in ${whole.join(', ')}: import it from "zod/mini".`,
  );
  return whole.length === 0;
}
