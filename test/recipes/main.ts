import { parseArgs } from 'node:util';
import { filesOf, play } from '#test/recipes/recipe.ts';
import type { Recipe, Step } from '#test/recipes/recipe.ts';
import { RECIPES } from '#test/recipes/recipes.ts';
import { Suites } from '#test/sabotage/suites.ts';
import { Tree } from '#test/sabotage/tree.ts';

/**
 * `npm run recipes`: applies the recipes of CONTRIBUTING in a copy, then again with each step left out once.
 */
const { values } = parseArgs({ options: { only: { type: 'string' } } });

const RULES = [
  [
    'the import rules',
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    '.dependency-cruiser.mjs',
    // The packages of the copy are a link to those of the project.
    '--preserve-symlinks',
    'server',
    'shared',
  ],
  ['the search for unused code', 'node_modules/knip/bin/knip.js', '--no-progress', '--production'],
] as const;

/** The first objection of the compiler, the tests or the rules to the copy; undefined if all pass. */
async function objection(
  tree: Tree,
  { tests, rules }: Recipe,
): Promise<{ by: string; output: string } | undefined> {
  const compiled = await tree.compile();
  if (compiled.code !== 0) return { by: 'the compiler', output: compiled.output };
  for (const name of tests) {
    const { failed, broken, output } = await new Suites(tree).run([name]);
    if (failed.length > 0 || broken) return { by: name, output };
  }
  for (const [by, ...args] of rules ? RULES : []) {
    const { code, output } = await tree.run(args);
    if (code !== 0) return { by, output };
  }
  return undefined;
}

async function forgetting(tree: Tree, recipe: Recipe, step?: Step) {
  play(tree, recipe, step);
  const found = await objection(tree, recipe);
  tree.takeBack();
  return found;
}

/** Returns whether the recipe is correct. */
async function check(tree: Tree, recipe: Recipe): Promise<boolean> {
  const whole = await forgetting(tree, recipe);
  const files = filesOf(recipe);
  console.log(`\n${recipe.heading}: ${recipe.steps.length} steps in ${files.length} files`);
  if (whole) {
    console.log(`✖ with every step done, ${whole.by} objects:\n${whole.output}`);
    return false;
  }
  console.log('✔ with every step done, types and tests pass');
  let isTrue = files.length <= recipe.most;
  for (const step of recipe.steps) {
    const found = await forgetting(tree, recipe, step);
    const line = found?.output.split('\n').find((each) => step.reminder.test(each));
    const what = `without ${step.todo} (${step.file})`;
    console.log(
      line
        ? `✔ ${what}, ${found?.by} says: ${line.trim()}`
        : `✖ ${what}, nothing says /${step.reminder.source}/`,
    );
    if (!line) console.log(found ? `${found.by}:\n${found.output.slice(0, 3000)}` : 'Nothing objects.');
    isTrue &&= line !== undefined;
  }
  return isTrue;
}

// Each recipe prepares its own database: one with the migration of the recipe before would be too new for it.
delete process.env['TEST_TEMPLATE'];
const tree = new Tree();
let areTrue = true;
try {
  for (const recipe of RECIPES.filter(({ id }) => !values.only || id === values.only))
    areTrue = (await check(tree, recipe)) && areTrue;
} finally {
  tree.remove();
}
process.exitCode = areTrue ? 0 : 1;
