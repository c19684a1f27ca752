import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import type { Expression } from '#test/limits/expressions.ts';

/** A worker that applies expressions to long texts; the main thread terminates it when one does not end. */

const LENGTH = 64 * 1024;
/**
 * A sixteenth of the length quickly shows which texts deserve the full length: quadratic growth takes 256
 * times as long.
 */
const SHORT = LENGTH / 16;
const WORTH_A_LOOK = 0.15;
const MOST_CPU = 50;

export type Pumped = { index: number; ms: number; text: string };
/** Memory shared by both threads: the expression being tested, and the number of texts done. */
const PROGRESS = { expression: 0, texts: 1 };

const SIGNS = [...'aAzZ09 \t\n\r\0.,;:-_/\\()[]{}<>@#&=+*?!"\'`|%$~^é\u00a0\u200b\u202fक٣😀'];
const ENDS = ['', '\0'];

/** Start, repeated part and end of a text. */
type Pump = readonly [before: string, part: string, end: string];

/**
 * Every suspicious character, every character and pair of characters in the expression, and every part of
 * matching texts after their prefix.
 */
function* pumps({ source, flags }: Expression): Generator<Pump> {
  const own = [...new Set(source.replaceAll(/\\[a-zA-Z]/g, ''))];
  const words = source.match(/[\p{L}\p{N}<>@:=/"'-]{2,}/gu) ?? [];
  const pairs = own.flatMap((one) => own.slice(0, 6).map((other) => one + other));
  for (const part of new Set([...SIGNS, ...own, ...words, ...pairs]))
    for (const end of ENDS) yield ['', part, end];
  for (const word of words) for (const part of SIGNS) yield [word, part, '\0'];
  for (const sample of samples(source, flags))
    for (let at = 0; at < sample.length; at += 1)
      for (const size of new Set([1, 2, sample.length - at]))
        for (const end of ENDS) yield [sample.slice(0, at), sample.slice(at, at + size), end];
}

function samples(source: string, flags: string): string[] {
  // The generator tries characters almost endlessly to find one outside such a range.
  if (source.includes('[^\\u')) return [];
  try {
    const matching = fc.stringMatching(new RegExp(source, flags.replaceAll(/[gy]/g, '')));
    const found = fc.sample(matching, { seed: 1, numRuns: 4 });
    return [...new Set(found.map((text) => text.slice(0, 10)))].filter(Boolean);
  } catch {
    // A form that the generator does not support, like a lookbehind.
    return [];
  }
}

const textOf = ([before, part, end]: Pump, length: number) =>
  before + part.repeat(Math.ceil(length / part.length)) + end;

/** Finds all matches, as a replacement does; for a sticky expression one after the other. */
function apply(expression: RegExp, text: string): void {
  if (expression.flags.includes('g')) text.replaceAll(expression, '');
  else if (expression.sticky)
    for (
      let at = (expression.lastIndex = 0) - 1;
      expression.lastIndex < text.length && expression.lastIndex > at;
    ) {
      at = expression.lastIndex;
      expression.test(text);
    }
  else expression.exec(text);
}

/**
 * Milliseconds of processor time. Systems that count it in ticks may say too much; it is never more than the time
 * that has passed.
 */
function cpuOf(work: () => void): number {
  const [begin, moment] = [process.threadCpuUsage(), performance.now()];
  work();
  const { user, system } = process.threadCpuUsage(begin);
  return Math.min((user + system) / 1000, performance.now() - moment);
}

/** Milliseconds of processor time for the full length; the minimum of ten runs if the first is slow. */
function leastCpu(expression: RegExp, text: string): number {
  let least = Infinity;
  for (let turn = 0; turn < 10 && least > MOST_CPU; turn += 1)
    least = Math.min(
      least,
      cpuOf(() => apply(expression, text)),
    );
  return least;
}

function pump(expression: Expression, begins: () => void): Omit<Pumped, 'index'> {
  const compiled = new RegExp(expression.source, expression.flags);
  let worst = { ms: 0, text: '' };
  for (const one of pumps(expression)) {
    begins();
    const short = textOf(one, SHORT);
    const begin = performance.now();
    apply(compiled, short);
    if (performance.now() - begin < WORTH_A_LOOK) continue;
    const ms = leastCpu(compiled, textOf(one, LENGTH));
    if (ms > worst.ms) worst = { ms, text: JSON.stringify(one) };
    if (ms > MOST_CPU) break;
  }
  return worst;
}

type Given = { expressions: Expression[]; from: number; progress: Int32Array };
const { expressions, from, progress } = workerData as Given;
for (const [index, expression] of expressions.entries()) {
  if (index < from) continue;
  Atomics.store(progress, PROGRESS.expression, index);
  const worst = pump(expression, () => void Atomics.add(progress, PROGRESS.texts, 1));
  parentPort?.postMessage({ index, ...worst } satisfies Pumped);
}
