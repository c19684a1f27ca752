import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSchema } from '#server/db/structure/schema-text.ts';
import { openTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';

export const SCHEMA_FILE = join(import.meta.dirname, '../../docs/schema.sql');
const HEAD = `-- The tables of LMS after all migrations, for readers only: written by \`npm run schema\`.
-- The installation has the schema \`core\`; each client has the tables of \`client\` in its own schema.`;

/** The content of docs/schema.sql, as the migrations of this release create it. */
export async function schemaDocument({ database }: TestDatabase): Promise<string> {
  return await database.asOwner(async (owner) => {
    const core = await readSchema(owner, 'core');
    const client = await readSchema(owner, 'client_template');
    const text = [HEAD, core('core'), client('client')].join('\n\n');
    return `${text.replaceAll('\nCREATE TABLE', '\n\nCREATE TABLE')}\n`;
  });
}

if (import.meta.main) {
  const fixture = await openTestDatabase();
  writeFileSync(SCHEMA_FILE, await schemaDocument(fixture));
  await fixture.close();
}
