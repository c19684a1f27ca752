import assert from 'node:assert/strict';

/** Asserts that everything countable in an answer's data is nothing, or is of the one client that is its owner. */
export function assertRowsOf(owner: string, data: unknown, rows: 'none' | 'of beta', where: string): void {
  if (Array.isArray(data)) {
    assert.equal(data.length > 0, rows === 'of beta', where);
    for (const row of data as { clientId?: string }[]) assert.equal(row.clientId, owner, where);
    return;
  }
  for (const [key, value] of Object.entries(data as Record<string, unknown>)) {
    if (key === 'pagination') continue;
    if (Array.isArray(value) && value.some((each) => typeof each === 'object'))
      assertRowsOf(owner, value, rows, where);
    else if (Array.isArray(value)) assert.equal(value.length > 0, rows === 'of beta', where);
    else if (key === 'counts') assertRowsOf(owner, value, rows, where);
    else if (key === 'total_leads') assert.equal(value !== 0, rows === 'of beta', where);
    else if (rows === 'none' && key !== 'createdByMe') assert.equal(value, 0, `${where} ${key}`);
  }
}
