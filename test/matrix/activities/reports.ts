import { reports } from '#shared/activities/reports.ts';
import { body, intoAlpha, needsClient } from '#test/matrix/example.ts';
import type { Call, Examples } from '#test/matrix/example.ts';

/** Users with access to all clients name one. */
const lastMonth = (call: Call) => {
  const clientId = intoAlpha(call).query?.clientId;
  const days = { from_date: '2026-10-01', to_date: '2026-10-31' };
  return { query: { ...days, ...(clientId && { client_id: clientId }) } };
};

const { setCost, setCosts, ...read } = reports;
const COST = { source: 'website', month: '2026-10', cost: 1500 };
const cost = (call: Call) => ({ ...intoAlpha(call), ...body(COST) });
const costs = (call: Call) => ({ ...intoAlpha(call), ...body({ costs: [COST] }) });

export const examples: Examples = [
  ...Object.values(read).map((endpoint) => [endpoint, 'see reports', { input: lastMonth }] as const),
  [setCost, 'enter costs', { input: cost, status: needsClient }],
  [setCosts, 'enter costs', { input: costs, status: needsClient }],
];
