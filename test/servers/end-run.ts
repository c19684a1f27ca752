import { dropDatabase, runServer } from '#test/servers/run-server.ts';

/** Drops a run's template (TEST_TEMPLATE) from a server that outlives the run (TEST_DATABASE_URL). */
const { TEST_DATABASE_URL: url, TEST_TEMPLATE: template } = process.env;
if (url && template) await dropDatabase(await runServer(url), template);
