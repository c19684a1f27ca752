// npm run rebalance: shows on which nodes of a cluster the clients are, and moves clients until the nodes are
// balanced.
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { runCommand } from './command.ts';
import { planMoves } from '#server/commands/rebalance/plan-moves.ts';
import { isBusy } from '#server/db/pool/busy.ts';
import { engineOf } from '#server/db/cluster/engine.ts';
import { isLostNode } from '#server/db/cluster/lost-node.ts';
import { listNodes, listPlaces, moveClient } from '#server/db/cluster/nodes.ts';
import type { Node, Placed } from '#server/db/cluster/nodes.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { lockRegister } from '#server/db/structure/releases.ts';
import { InvalidConfig } from '#server/settings/settings.ts';
import { PATIENCE, withOwner } from './with-database.ts';

const say = (line: string) => process.stdout.write(`  ${line}\n`);
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0)} MB`;

/** `--show` moves nothing. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { show: { type: 'boolean', default: false } } });
  await withOwner(
    async ({ owner: settings }) =>
      await onOwnConnection({ application_name: 'lms rebalance', ...settings }, async (owner) => {
        await owner.query("SET search_path = ''; SET client_min_messages = error");
        await assertCluster(owner);
        await rebalance(owner, values.show).catch((error: unknown) => {
          throw inWords(error);
        });
      }),
  );
}

/** Throws with a readable message when there is nothing to move, or nowhere to move it. */
async function assertCluster(owner: pg.Client): Promise<void> {
  if ((await engineOf(owner)) === 'postgresql')
    throw new InvalidConfig('All clients are in one PostgreSQL; there are no nodes to move them between.');
  const { rows } = await owner.query<{ found: boolean }>(
    `SELECT to_regclass('core.clients') IS NOT NULL AS found`,
  );
  if (!rows[0]?.found) throw new InvalidConfig('LMS has never run on this database. Run npm start first.');
}

async function rebalance(owner: pg.Client, isShownOnly: boolean): Promise<void> {
  await lockRegister(owner, `${PATIENCE}s`);
  const nodes = await listNodes(owner);
  const before = await listPlaces(owner);
  tell(nodes, before);
  if (isShownOnly) return;
  const moves = planMoves(nodes, before);
  if (moves.length === 0) say('\n  The nodes are already balanced.\n');
  if (moves.length === 0) return;
  const addressOf = new Map(nodes.map(({ id, address }) => [id, address]));
  say('');
  let stayed = 0;
  for (const { schema, bytes, to } of moves) {
    const since = performance.now();
    const isMoved = await moveClient(owner, schema, to).catch((error: unknown) => {
      if (isBusy(error)) return false;
      throw error;
    });
    if (!isMoved) stayed += 1;
    say(
      isMoved
        ? `${schema} (${megabytes(bytes)}) moved to ${addressOf.get(to)} (writes paused for ${((performance.now() - since) / 1000).toFixed(1)} s).`
        : `${schema} was not moved because it is being written to. Please try again when there is less traffic.`,
    );
  }
  say('');
  tell(nodes, await listPlaces(owner));
  if (stayed > 0) process.exitCode = 1;
}

/** A line per node, followed by its clients' names. */
function tell(nodes: readonly Node[], places: readonly Placed[]): void {
  const others = places.map(({ node }) => node).filter((id) => !nodes.some((node) => node.id === id));
  const all = [
    ...nodes,
    ...[...new Set(others)].map((id) => ({ id, address: `node ${id}, which is to be empty` })),
  ];
  for (const { id, address } of all) {
    const here = places.filter(({ node }) => node === id);
    const bytes = here.reduce((sum, place) => sum + place.bytes, 0);
    say(`${address}: ${here.length} ${here.length === 1 ? 'client' : 'clients'}, ${megabytes(bytes)}`);
    for (const place of here) say(`    ${place.schema} ${megabytes(place.bytes)}`);
  }
}

function inWords(error: unknown): unknown {
  if (!isLostNode(error)) return error;
  return new InvalidConfig(
    `A cluster node isn’t responding. Clients are moved only when all nodes respond. ${error instanceof Error ? error.message : ''}`,
  );
}

runCommand(
  [
    'npm run rebalance               moves clients until the nodes of a cluster are balanced',
    'npm run rebalance -- --show     only shows where the clients are',
  ],
  run,
);
