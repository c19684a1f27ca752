import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { build } from 'vite';
import { builtFiles } from '../../scripts/built-files.ts';
import { temporaryFolder } from '#test/servers/embedded-servers.ts';

test('a build keeps the files that servers and tabs of the build before it still ask for', async () => {
  const root = temporaryFolder();
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
  const assets = join(root, 'dist/assets');
  const scriptsAfter = async (code: string) => {
    writeFileSync(join(root, 'main.js'), code);
    await build({
      configFile: false,
      logLevel: 'silent',
      root,
      plugins: [builtFiles()],
      build: { emptyOutDir: false, manifest: true },
    });
    return readdirSync(assets).filter((name) => name.endsWith('.js'));
  };
  const [first = ''] = await scriptsAfter('console.log(1)');
  const both = await scriptsAfter('console.log(2)');
  assert.equal(both.length, 2);
  assert.ok(both.includes(first));
  const last = await scriptsAfter('console.log(3)');
  assert.equal(last.length, 2);
  assert.ok(!last.includes(first));
  const compressed = readdirSync(assets).filter((name) => name.endsWith('.gz'));
  assert.deepEqual(compressed.toSorted(), last.map((name) => `${name}.gz`).toSorted());
  for (const name of last)
    assert.deepEqual(gunzipSync(readFileSync(join(assets, `${name}.gz`))), readFileSync(join(assets, name)));
});
