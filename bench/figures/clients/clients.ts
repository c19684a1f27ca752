import { openInstallation } from '../../clients-data.ts';
import type { Installation } from '../../clients-data.ts';
import type { Options } from '../../options.ts';
import { failed } from '../../report.ts';
import type { Line } from '../../report.ts';
import { askAll } from './clients-questions.ts';
import { costs } from './clients-cost.ts';
import { creating, migrating, remaking, starting, underWrites } from './clients-upkeep.ts';

/** Client counts; the last two show the growth. */
const SIZES = [10, 100, 1000];

/**
 * Figure 12: a user with access to all clients, on 10, 100 and 1,000 clients of a thousand leads each, in
 * folders that later runs reuse; and the upkeep of these clients. A figure that cannot be measured fails, and
 * the others continue.
 */
export async function measureClients({ dataDir }: Options): Promise<Line[]> {
  const lines: Line[] = [];
  const measure = async (what: string, work: () => Promise<Line | Line[]>) => {
    process.stdout.write(`  ${what} …\n`);
    lines.push(...[await work().catch((error: unknown) => failed(what, error))].flat());
  };
  const installations: Installation[] = [];
  try {
    for (const size of SIZES) installations.push(await openInstallation(dataDir, size));
    await measure('questions', async () => await askAll(installations));
    for (const each of installations)
      await measure(`creating client ${each.size + 1}`, async () => await creating(each));
    const [other, most] = installations.slice(-2);
    const [least] = installations;
    if (!least || !other || !most) throw new Error('There are no clients to measure.');
    await measure('lag and memory', async () => await underWrites(most));
    await measure('migration', async () => await migrating(most));
    await measure('cost for a client', async () => await costs(least));
    await measure('mirror made anew', async () => await remaking(other));
  } finally {
    for (const { close } of installations) await close();
  }
  await measure('start', async () => await starting(dataDir, SIZES.at(-1) ?? 0));
  return lines;
}
