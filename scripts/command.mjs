// npm run superadmin, doctor, backup, restore, wake, rehearse, rebalance: runs the program of that name in server/commands.
import { main, run } from './run.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  const node = await setUp();
  const [command, ...args] = process.argv.slice(2);
  return (await run(node, [`server/commands/${command}.ts`, ...args])).code;
});
