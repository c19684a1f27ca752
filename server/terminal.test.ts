import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progress, sayNumbers } from '#server/commands/terminal.ts';

test('progress overwrites itself on a terminal, and nowhere else', (t) => {
  const { stdout } = process;
  const written: string[] = [];
  const before = { isTTY: stdout.isTTY, columns: stdout.columns };
  t.after(() => Object.assign(stdout, before));
  for (const isTTY of [true, false]) {
    Object.assign(stdout, { isTTY, columns: 13 });
    const { mock } = t.mock.method(stdout, 'write', (text: string) => written.push(text) > 0);
    const { show, end } = progress();
    show('a long line of progress');
    end();
    mock.restore();
    const line = ['\r\u001B[K  a long lin', '\r\u001B[K'];
    assert.deepEqual(written.splice(0), isTTY ? line : []);
  }
});

test('the numbers of a backup are shown in readable form', () => {
  assert.equal(
    sayNumbers({ clients: 1, rows: 200_000, bytes: 41_300_000 }),
    '1 client with 2,00,000 rows, 41.3 MB',
  );
  assert.equal(sayNumbers({ clients: 2, rows: 1, bytes: 0 }), '2 clients with 1 rows, 0.0 MB');
});
