import { reports } from '#shared/reports.ts';
import { intoAlpha } from '#test/matrix/example.ts';
import type { Call, Examples } from '#test/matrix/example.ts';

/** People of all clients name one. */
const lastMonth = (call: Call) => {
  const clientId = intoAlpha(call).query?.clientId;
  const days = { from_date: '2026-10-01', to_date: '2026-10-31' };
  return { query: { ...days, ...(clientId && { client_id: clientId }) } };
};

export const examples: Examples = Object.values(reports).map(
  (endpoint) => [endpoint, 'see reports', { input: lastMonth }] as const,
);
