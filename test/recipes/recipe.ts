import type { Edit } from '#test/sabotage/small-error.ts';
import type { Tree } from '#test/sabotage/tree.ts';

/** One thing to do in one file: text put in, or a new file. */
type Change = { edits: readonly Omit<Edit, 'file'>[] } | { text: string };

export type Step = Change & {
  file: string;
  /** How CONTRIBUTING writes the file, where not by its path. */
  said?: string;
  /** What there is to do, as CONTRIBUTING says it. */
  todo: string;
  /** What somebody who forgets this step must read; the same words do not come up with all steps done. */
  reminder: RegExp;
};

/** A change that everybody makes sooner or later, step by step, as CONTRIBUTING describes it. */
export type Recipe = {
  id: string;
  /** The heading of CONTRIBUTING under which its files stand. */
  heading: string;
  /** Files it may touch. */
  most: number;
  steps: readonly Step[];
  /** Tests that pass with all steps done: 'path', or 'path > part of a title'. */
  tests: readonly string[];
};

/** The files that a recipe touches, each once. */
export const filesOf = ({ steps }: Recipe): string[] => [...new Set(steps.map(({ file }) => file))];

/** Does the steps of a recipe in a copy of the project, but for a forgotten one. Throws where a step finds no place. */
export function play(tree: Tree, { id, steps }: Recipe, forgotten?: Step): void {
  for (const step of steps.filter((each) => each !== forgotten)) {
    if ('text' in step) tree.create(step.file, step.text);
    else for (const edit of step.edits) tree.edit({ ...edit, file: step.file }, id);
  }
}
