import assert from 'node:assert/strict';

type Answer = { statusCode: number; headers: Record<string, unknown>; body: string };

const KEYS = ['success', 'message', 'code', 'errors', 'data', 'request_id'];

/** Asserts the format of every refusal: one body, a sentence, the request id, and nothing internal. */
export function assertRefusal({ statusCode, headers, body }: Answer, where: string): void {
  assert.ok(statusCode >= 400 && statusCode < 500, `${where}: ${statusCode} ${body}`);
  assert.equal(headers['content-type'], 'application/json; charset=utf-8', where);
  const answer = JSON.parse(body) as Record<string, unknown>;
  assert.deepEqual(
    Object.keys(answer).filter((key) => !KEYS.includes(key)),
    [],
    where,
  );
  assert.equal(answer['success'], false, where);
  assert.match(String(answer['message']), /^[A-Z\d].*\S$|^[\w.]+ (?:is|must|was|holds)/s, where);
  assert.match(String(answer['code']), /^[a-z_]+$/, where);
  assert.match(String(answer['request_id']), /^[0-9a-f-]{36}$/, where);
  assert.equal(headers['x-request-id'], answer['request_id'], where);
  assert.ok(!/node_modules|\.ts:\d|at \w+ \(|SELECT |pg_catalog|relation "/.test(body), `${where}: ${body}`);
}
