// npm run superadmin, doctor, backup, restore, rebalance: runs the operator command of the same name in
// server/.
import { main, run } from './run.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  const node = await setUp();
  const [command, ...args] = process.argv.slice(2);
  return (await run(node, [`server/${command}.ts`, ...args])).code;
});
