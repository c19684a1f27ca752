import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { allExpressions } from '#test/limits/expressions.ts';
import type { Expression } from '#test/limits/expressions.ts';
import type { Pumped } from '#test/limits/pump-expressions.ts';

const MOST_CPU = 50;
/**
 * Applies all expressions to long texts; returns a sentence for each that takes too long. One still busy with
 * the same text after `patience` milliseconds is aborted; a fast one never comes near that.
 */
async function slowOnes(expressions: readonly Expression[], patience: number): Promise<string[]> {
  const slow: string[] = [];
  const say = (index: number, words: string) => {
    const { file = '', source = '', flags = '' } = expressions[index] ?? {};
    slow.push(`${file} /${source}/${flags} takes ${words}`);
  };
  let from = 0;
  while (from < expressions.length) {
    const progress = new Int32Array(new SharedArrayBuffer(8));
    const worker = new Worker(new URL('pump-expressions.ts', import.meta.url), {
      workerData: { expressions, from, progress },
    });
    let [seen, isStuck] = [-1, false];
    const clock = setInterval(() => {
      const text = Atomics.load(progress, 1);
      if (text === seen && text > 0) {
        isStuck = true;
        void worker.terminate();
      }
      seen = text;
    }, patience);
    worker.on('message', ({ index, ms, text }: Pumped) => {
      if (ms > MOST_CPU) say(index, `${Math.round(ms)} ms for ${text}`);
      from = index + 1;
    });
    await once(worker, 'exit');
    clearInterval(clock);
    if (isStuck) {
      from = Atomics.load(progress, 0);
      say(from, `more than ${patience} ms`);
      from += 1;
    }
  }
  return slow;
}

test('no regular expression of the server takes longer than 50 ms for any 64 kB', async () => {
  const expressions = await allExpressions();
  assert.ok(expressions.length > 200, String(expressions.length));
  assert.deepEqual(await slowOnes(expressions, 10_000), []);
});

test('a quadratic, cubic or endless expression is detected', async () => {
  const bad = [
    ['\\[([^\\]]*[^\\]\\d][^\\]]*)\\]$', ''], ['\\s*<br\\s*\\/?>\\s*', 'gi'], ['<([^<>\\s]+@[^<>\\s]+)>\\s*$', ''], ['(?:x|y|xy)*z', ''], ['\\d+\\.\\d+,', 'g'], ['^(\\w+\\s?)*$', ''], ['\\S+@\\S+\\.', ''], ['<!--.*-->', ''], ['(?:\\.\\d+)+x', ''], 
  ] as const; // prettier-ignore
  const slow = await slowOnes(
    bad.map(([source, flags]) => ({ file: 'bad.ts', source, flags })),
    100,
  );
  assert.deepEqual(
    slow.map((sentence) => sentence.split(' takes ')[0]),
    bad.map(([source, flags]) => `bad.ts /${source}/${flags}`),
  );
});
