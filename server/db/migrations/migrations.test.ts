import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { CLIENT_MIGRATIONS } from '#server/db/migrations/client/index.ts';
import { CORE_MIGRATIONS } from '#server/db/migrations/core/index.ts';

for (const [folder, migrations] of [
  ['client', CLIENT_MIGRATIONS],
  ['core', CORE_MIGRATIONS],
] as const) {
  test(`every migration of ${folder}/ is in its list, sorted by name`, () => {
    const files = readdirSync(join(import.meta.dirname, folder))
      .filter((file) => /^\d.*(?<!\.test)\.ts$/.test(file))
      .toSorted();
    const names = migrations.map(({ name }) => `${name}.ts`);
    for (const file of files)
      assert.ok(names.includes(file), `${folder}/${file} is not in the list of ${folder}/index.ts.`);
    assert.deepEqual(names, files);
  });
}
