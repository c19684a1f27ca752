// npm run superadmin, doctor, backup, restore, rebalance: an operator's command, a program of server/ of the same name.
import { main, run } from './run.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  const node = await setUp();
  const [command, ...args] = process.argv.slice(2);
  return (await run(node, [`server/${command}.ts`, ...args])).code;
});
