import { leadBoard } from '#shared/leads/lead-board.ts';
import { intoAlpha } from '#test/matrix/example.ts';
import type { Call, Examples } from '#test/matrix/example.ts';

/** Users with access to all clients name the client of the board. */
const ofAlpha = (call: Call) => {
  const { query } = intoAlpha(call);
  return { query: { ...(query && { client_id: query.clientId }) } };
};

export const examples: Examples = [
  [leadBoard.get, 'everyone', { input: ofAlpha }],
  [leadBoard.column, 'everyone', { input: (call) => ({ query: { ...ofAlpha(call).query, column: 'new' } }) }],
];
