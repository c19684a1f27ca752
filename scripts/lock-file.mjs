// Checks that package-lock.json is complete. npm install silently leaves out optional packages that the
// registry lacks in that version, and npm ci then rejects the lock file on every fresh clone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns false and prints the names when the lock file lacks an optional package that one of its packages
 * requires.
 */
export function checkLock(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isReachable(packages, path, name))
      .map(
        ([name, version]) => `${name} ${version} (of ${path.replace('node_modules/', '') || 'package.json'})`,
      ),
  );
  if (missing.length === 0) return true;
  console.log(`package-lock.json lacks:\n  ${missing.join('\n  ')}`);
  return false;
}

/** Node looks in the node_modules of the package itself and of every parent folder. */
function isReachable(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}
