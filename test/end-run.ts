import { dropDatabase, runServer } from '#test/run-server.ts';

/** Removes the template of a run (TEST_TEMPLATE) from a server that goes on after the run (TEST_DATABASE_URL). */
const { TEST_DATABASE_URL: url, TEST_TEMPLATE: template } = process.env;
if (url && template) await dropDatabase(await runServer(url), template);
