import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Line } from '../../report.ts';

const ROOT = join(import.meta.dirname, '../../..');
type BundleSize = { checkBundle: (root: string) => boolean };

/**
 * Figure 14: the size of the code sent to the browser, by the script that also guards it in `npm test`; prints each
 * size.
 */
export async function measureBundle(): Promise<Line[]> {
  const line = { figure: '14', what: 'size of the web app', lms: '', other: '', goal: 'within every budget' };
  if (!existsSync(join(ROOT, 'dist/web/index.html')))
    return [{ ...line, result: 'dist/web is not built', passes: undefined }];
  const script = pathToFileURL(join(ROOT, 'scripts/bundle-size.mjs')).href;
  const { checkBundle } = (await import(script)) as BundleSize;
  const passes = checkBundle(ROOT);
  return [{ ...line, result: passes ? 'within' : 'too large', passes }];
}
