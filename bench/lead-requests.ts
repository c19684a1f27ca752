import type { Request } from './load.ts';

let counter = 0;

/**
 * Creates a lead, a different person each time; `more` holds the fields that a server without sessions needs.
 */
export const creating = (path = '/api/leads', more: Record<string, unknown> = {}): Request => ({
  method: 'POST',
  path,
  body: () => {
    counter += 1;
    return JSON.stringify({
      name: `Asha Patel ${counter}`,
      email: `asha.patel.${counter}@example.com`,
      phone: `+91 98${String(counter).padStart(8, '0')}`,
      company_name: 'Patel Interiors',
      status: 'new',
      source: 'website',
      notes: 'Wants a quotation for the whole floor before the festival season.',
      ...more,
    });
  },
});

/** Edits one field of these leads in turn, to a new value each time. */
export const editing = (
  ids: readonly string[],
  pathOf = (id: string) => `/api/leads/${id}/score`,
): Request => {
  let edits = 0;
  return {
    method: 'PATCH',
    path: () => {
      edits += 1;
      return pathOf(ids[edits % ids.length] ?? '');
    },
    body: () => JSON.stringify({ lead_score: Math.floor(edits / ids.length) % 100 }),
  };
};
