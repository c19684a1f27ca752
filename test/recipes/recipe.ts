import type { Edit } from '#test/sabotage/small-error.ts';
import type { Tree } from '#test/sabotage/tree.ts';

/** One change to one file: inserted text, or a new file. */
type Change = { edits: readonly Omit<Edit, 'file'>[] } | { text: string };

export type Step = Change & {
  file: string;
  /** The file's name in CONTRIBUTING, if different from the path. */
  said?: string;
  /** The step's task, in the words of CONTRIBUTING. */
  todo: string;
  /**
   * The message that a developer who forgets this step must see, and that does not appear when all steps are
   * done.
   */
  reminder: RegExp;
};

/** A change that every developer makes sooner or later, step by step as described in CONTRIBUTING. */
export type Recipe = {
  id: string;
  /** The heading in CONTRIBUTING above its files. */
  heading: string;
  /** The limit of files it may touch, besides its tests. */
  most: number;
  steps: readonly Step[];
  /** Tests that pass when all steps are done: 'path', or 'path > part of a title'. */
  tests: readonly string[];
  /** The import rules and the search for unused code pass as well. */
  rules?: true;
};

/** The files of the product and its documents that a recipe touches, without its tests. */
export const filesOf = ({ steps }: Recipe): string[] =>
  [...new Set(steps.map(({ file }) => file))].filter((file) => !file.startsWith('test/'));

/** The files of a copy of the project, or only their texts. */
export type Files = Pick<Tree, 'create' | 'edit'>;

/**
 * Applies the steps of a recipe to a copy of the project, except for a forgotten one. Throws if a step finds
 * no place.
 */
export function play(tree: Files, { id, steps }: Recipe, forgotten?: Step): void {
  for (const step of steps.filter((each) => each !== forgotten)) {
    if ('text' in step) tree.create(step.file, step.text);
    else for (const edit of step.edits) tree.edit({ ...edit, file: step.file }, id);
  }
}
