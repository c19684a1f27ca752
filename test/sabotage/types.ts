import type { SmallError } from '#test/sabotage/small-error.ts';
import { editsOf } from '#test/sabotage/small-error.ts';
import type { Tree } from '#test/sabotage/tree.ts';

/** Complaints about unused remains, which do not count: people make such mistakes, too. */
const LEFT_OVER = /TS(6133|6192|6196|6198)\b/;

/**
 * The errors that the compiler refuses, and why: they would tell nothing about the tests. All edits of different
 * files are made at once, so that one run of the compiler judges them all.
 */
export async function typeErrors(tree: Tree, errors: readonly SmallError[]): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  let waiting = [...errors];
  while (waiting.length > 0) {
    const owners = new Map<string, string>();
    const later: SmallError[] = [];
    for (const error of waiting) {
      const files = editsOf(error).map(({ file }) => file);
      if (files.some((file) => owners.has(file))) {
        later.push(error);
        continue;
      }
      tree.make(error);
      for (const file of files) owners.set(file, error.id);
    }
    const { output } = await tree.compile();
    tree.takeBack();
    for (const line of output.split('\n')) {
      const [, file = '', message = ''] = /^([^(\s]+)\(\d+,\d+\): error (.*)$/.exec(line) ?? [];
      const id = owners.get(file);
      if (id && !LEFT_OVER.test(message)) refused.set(id, message);
    }
    waiting = later;
  }
  return refused;
}
