import type { Node, Placed } from '#server/db/cluster/nodes.ts';

export type Move = { schema: string; bytes: number; from: number; to: number };

/**
 * The fraction of a node's fair share by which nodes may differ: a smaller difference is not worth a move.
 */
const EVEN = 0.1;

/**
 * The moves of clients that balance the nodes by bytes as well as possible: from the fullest node to the
 * emptiest, each time the client that brings the two closest. Nodes missing from `nodes` are emptied first. A
 * client is never split, and moves at most once.
 */
export function planMoves(nodes: readonly Pick<Node, 'id'>[], places: readonly Placed[]): Move[] {
  const held = new Map(nodes.map(({ id }) => [id, 0]));
  const add = (node: number, bytes: number) => held.set(node, (held.get(node) ?? 0) + bytes);
  const staying = places.filter(({ node }) => held.has(node));
  const leaving = places.filter(({ node }) => !held.has(node));
  for (const { node, bytes } of staying) add(node, bytes);
  const moves: Move[] = [];
  const move = ({ schema, bytes, node }: Placed, to: number) => {
    if (held.has(node)) add(node, -bytes);
    add(to, bytes);
    moves.push({ schema, bytes, from: node, to });
  };
  const byRoom = () => [...held].toSorted(([, one], [, other]) => one - other);
  for (const place of leaving.toSorted((one, other) => other.bytes - one.bytes)) {
    const [emptiest] = byRoom();
    if (emptiest) move(place, emptiest[0]);
  }
  const fair = places.reduce((sum, { bytes }) => sum + bytes, 0) / nodes.length;
  const left = new Set(staying);
  for (;;) {
    const [emptiest, fullest] = [byRoom().at(0), byRoom().at(-1)];
    const apart = (fullest?.[1] ?? 0) - (emptiest?.[1] ?? 0);
    if (!emptiest || apart <= fair * EVEN) return moves;
    const after = ({ bytes }: Placed) => Math.abs(apart - 2 * bytes);
    const [best] = [...left]
      .filter((place) => place.node === fullest?.[0] && after(place) < apart)
      .toSorted((one, other) => after(one) - after(other));
    if (!best) return moves;
    left.delete(best);
    move(best, emptiest[0]);
  }
}
