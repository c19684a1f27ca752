import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesOf, play } from '#test/recipes/recipe.ts';
import { RECIPES } from '#test/recipes/recipes.ts';
import { Tree } from '#test/sabotage/tree.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The text of CONTRIBUTING under a heading. */
function chapter(heading: string): string {
  const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const [, rest = ''] = text.split(`## ${heading}\n`);
  return rest.split('\n## ')[0] ?? '';
}

for (const { heading, most, steps, ...recipe } of RECIPES) {
  test(`${heading} takes at most ${most} files, and CONTRIBUTING names each`, () => {
    const files = filesOf({ heading, most, steps, ...recipe });
    assert.ok(files.length <= most, files.join(', '));
    for (const { file, said = file } of steps)
      assert.ok(chapter(heading).includes(`\`${said}\``), `"${heading}" does not name ${said}`);
    for (const name of recipe.tests) {
      const [file = ''] = name.split(' > ');
      assert.ok(existsSync(join(ROOT, file)), `there is no ${file}`);
    }
  });
}

test('the recipes apply to the current code, and their result compiles', async () => {
  const tree = new Tree();
  try {
    for (const recipe of RECIPES) play(tree, recipe);
    const { code, output } = await tree.compile();
    assert.equal(code, 0, `${output}\nAfter a change of these recipes: npm run recipes`);
  } finally {
    tree.remove();
  }
});
