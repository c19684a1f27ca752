import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from '@swc/core';

const ROOT = join(import.meta.dirname, '../..');
const ROOMS = ['server', 'shared'];

/** A regular expression of the product, with its file. */
export type Expression = { file: string; source: string; flags: string };

/** Calls the functions that build an expression from their argument. */
const MADE: Readonly<Record<string, (module: Record<string, (...values: string[]) => unknown>) => unknown>> =
  {
    'server/spreadsheets/xlsx/xml-tokens.ts': (module) => module['attribute']?.(' r="A1"', 'r'),
  };

/**
 * Every regular expression in server and shared: literals as the compiler reads them, and those assembled
 * from strings.
 */
export async function allExpressions(): Promise<Expression[]> {
  const found: Expression[] = [];
  for (const file of sources()) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const literals = literalsIn(parseSync(text, { syntax: 'typescript' }));
    const composed = text.includes('RegExp(') ? await composedIn(file) : [];
    found.push(...[...literals, ...composed].map((one) => ({ file, ...one })));
  }
  return found;
}

const sources = () =>
  ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(?:test|d)\.ts$/.test(file))
      .map((file) => join(room, file)),
  );

type Written = Omit<Expression, 'file'>;

function literalsIn(node: unknown): Written[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, pattern, flags } = node as Record<string, unknown>;
  if (type === 'RegExpLiteral') return [{ source: String(pattern), flags: String(flags) }];
  return Object.values(node).flatMap(literalsIn);
}

/** The expressions that a module builds while loading. Throws if it builds none, so that none is missed. */
async function composedIn(file: string): Promise<Written[]> {
  const made: Written[] = [];
  const address = pathToFileURL(join(ROOT, file)).href;
  // Its imports are loaded first, and the file itself again under a different URL.
  await import(address);
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct: (target, [source, flags = '']: [string | RegExp, string?]) => {
      made.push({ source: String(source), flags });
      return new target(source, flags);
    },
  });
  try {
    const module = (await import(`${address}?expressions`)) as never;
    MADE[file]?.(module);
  } finally {
    globalThis.RegExp = original;
  }
  if (made.length === 0)
    throw new Error(
      `${file} makes expressions in a function: call it in MADE of test/limits/expressions.ts.`,
    );
  return made;
}
