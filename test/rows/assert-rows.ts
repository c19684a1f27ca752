import assert from 'node:assert/strict';

/** Checks everything countable in a response's data: nothing, or only rows of the client `beta`. */
export function assertRows(data: unknown, rows: 'none' | 'of beta', where: string, beta: string): void {
  if (Array.isArray(data)) {
    assert.equal(data.length > 0, rows === 'of beta', where);
    for (const row of data as { clientId?: string }[]) assert.equal(row.clientId, beta, where);
    return;
  }
  for (const [key, value] of Object.entries(data as Record<string, unknown>)) {
    if (key === 'pagination') continue;
    if (Array.isArray(value) && value.some((each) => typeof each === 'object'))
      assertRows(value, rows, where, beta);
    else if (Array.isArray(value)) assert.equal(value.length > 0, rows === 'of beta', where);
    else if (key === 'counts') assertRows(value, rows, where, beta);
    else if (key === 'total_leads') assert.equal(value !== 0, rows === 'of beta', where);
    else if (rows === 'none' && key !== 'createdByMe') assert.equal(value, 0, `${where} ${key}`);
  }
}
