import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { planMoves } from './plan-moves.ts';

const NODES = [{ id: 1 }, { id: 2 }];
const place = (schema: string, node: number, bytes: number) => ({ schema, node, bytes });

test('clients move from the fullest node to the emptiest until the nodes are even', () => {
  const places = [place('a', 1, 50), place('b', 1, 30), place('c', 1, 20), place('d', 2, 10)];
  assert.deepEqual(planMoves(NODES, places), [{ schema: 'a', bytes: 50, from: 1, to: 2 }]);
  assert.deepEqual(
    planMoves(NODES, [place('a', 1, 10), place('b', 1, 10), place('c', 1, 10), place('d', 1, 10)]).map(
      ({ schema, to }) => [schema, to],
    ),
    [
      ['a', 2],
      ['b', 2],
    ],
  );
});

test('nothing moves when the nodes are as even as possible, and a node that may hold no clients is emptied', () => {
  assert.deepEqual(planMoves([], [place('a', 1, 100)]), []);
  assert.deepEqual(planMoves(NODES, [place('a', 1, 100), place('b', 2, 95)]), []);
  assert.deepEqual(planMoves(NODES, [place('a', 1, 100)]), []);
  assert.deepEqual(planMoves(NODES, []), []);
  assert.deepEqual(planMoves(NODES, [place('a', 1, 10), place('b', 2, 10), place('c', 3, 10)]), [
    { schema: 'c', bytes: 10, from: 3, to: 1 },
  ]);
});

test('no node is fuller after the moves than the fullest before', () => {
  const clients = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 1000 })), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(clients, (all) => {
      const nodes = [{ id: 1 }, { id: 2 }, { id: 3 }];
      const places = all.map(([node, bytes], at) => place(`c${at}`, node, bytes));
      const moves = planMoves(nodes, places);
      const moved = new Map(moves.map((move) => [move.schema, move.to]));
      assert.equal(moved.size, moves.length);
      const fullest = (of: typeof places) =>
        Math.max(
          ...nodes.map(({ id }) => of.reduce((sum, { node, bytes }) => sum + (node === id ? bytes : 0), 0)),
        );
      const now = places.map((each) => ({ ...each, node: moved.get(each.schema) ?? each.node }));
      assert(fullest(now) <= fullest(places));
    }),
  );
});
