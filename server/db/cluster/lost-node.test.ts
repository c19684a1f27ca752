import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endsConnection } from '#server/db/pool/ask.ts';
import { eachUnlessLost, isLostNode } from './lost-node.ts';

const said = (severity: string, code: string, message = 'lost') =>
  Object.assign(new Error(message), { severity, code });
const LOST = said('ERROR', '08006', 'connection to the remote node a@127.0.0.1:5432 failed');

test('a coordinator that lost a node does not count as a lost connection', () => {
  const essential = 'failure on connection marked as essential: 127.0.0.1:5432';
  for (const error of [LOST, said('ERROR', '57P01'), said('ERROR', 'XX000', essential)]) {
    assert(isLostNode(error));
    assert(!endsConnection(error));
  }
  for (const error of [said('FATAL', '57P01'), new Error('Connection terminated unexpectedly')]) {
    assert(!isLostNode(error));
    assert(endsConnection(error));
  }
  assert(!isLostNode(said('ERROR', 'XX000', 'cache lookup failed')));
});

test('data on a lost node delays nothing else, and the loss is reported at the end', async () => {
  const done: number[] = [];
  const work = async (one: number) => {
    if (one === 2) throw LOST;
    done.push(one);
  };
  await assert.rejects(eachUnlessLost([1, 2, 3], work), LOST);
  assert.deepEqual(done, [1, 3]);
  const fault = new Error('a fault');
  await assert.rejects(
    eachUnlessLost([1, 2], async () => {
      throw fault;
    }),
    fault,
  );
});
