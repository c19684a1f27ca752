// npm run doctor: looks whether the database is sound, and mends what can be made anew.
import { parseArgs } from 'node:util';
import { findClient, listClientIds } from '#server/db/find-client.ts';
import { endWithSentence } from '#server/end-with-sentence.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import { differsFromMirror, haveSumsGoneWrong } from '#server/mirror/compare-mirror.queries.ts';
import { withDatabase } from '#server/with-database.ts';

const say = (line: string) => process.stdout.write(`  ${line}\n`);

/** With `--directory` the copy that users of all clients read is made anew, and then compared with every client. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { directory: { type: 'boolean' } } });
  await withDatabase(async (database) => {
    if (values.directory) {
      const since = performance.now();
      await database.remakeMirror();
      say(`The mirror of all clients is made anew (${((performance.now() - since) / 1000).toFixed(1)} s).`);
    }
    const differing: string[] = [];
    for (const id of await listClientIds(database)) {
      await followClient(database, id);
      if (await differsFromMirror(database, id)) differing.push(id);
    }
    if (differing.length === 0 && !(await haveSumsGoneWrong(database)))
      return say('The mirror of all clients has what every client has.');
    const names = await Promise.all(differing.map(async (id) => (await findClient(database, id))?.schema));
    say(`The mirror of all clients is wrong${names.length > 0 ? ` for ${names.join(', ')}` : ''}.`);
    say('Make it anew: npm run doctor -- --directory');
    process.exitCode = 1;
  });
}

run().catch(endWithSentence);
