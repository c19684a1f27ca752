import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesOf, play } from '#test/recipes/recipe.ts';
import type { Files } from '#test/recipes/recipe.ts';
import { RECIPES } from '#test/recipes/recipes.ts';
import { withEdit } from '#test/sabotage/small-error.ts';

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

/** Whether their result compiles, and what notices a forgotten step, is tried by `npm run recipes`. */
test('the recipes apply to the current code, one after the other', () => {
  const texts = new Map<string, string>();
  const files: Files = {
    edit: (edit, id) => {
      const text = texts.get(edit.file) ?? readFileSync(join(ROOT, edit.file), 'utf8');
      texts.set(edit.file, withEdit(text, edit, id));
    },
    create: (file, text) => {
      assert.ok(!texts.has(file) && !existsSync(join(ROOT, file)), `${file} exists`);
      texts.set(file, text);
    },
  };
  for (const recipe of RECIPES) play(files, recipe);
  assert.ok(texts.size > RECIPES.length);
});
