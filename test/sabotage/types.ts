import type { SmallError } from '#test/sabotage/small-error.ts';
import { editsOf } from '#test/sabotage/small-error.ts';
import type { Tree } from '#test/sabotage/tree.ts';

/** Complaints about unused code, which do not count, because such leftovers are real mistakes too. */
const LEFT_OVER = /TS(6133|6192|6196|6198)\b/;

/**
 * The errors that the compiler rejects, and why: they say nothing about the tests. Edits of different files
 * are all made at once, so that one compiler run judges them all.
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
