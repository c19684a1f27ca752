// npm run schema: writes docs/schema.sql anew, after a migration was added.
import { main } from './run.mjs';
import { setUp } from './setup.mjs';
import { runOnDatabase } from './test-database.mjs';

await main(async () => await runOnDatabase(await setUp(), ['test/house/schema-document.ts']));
