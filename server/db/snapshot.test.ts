import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNCHECKED_SERVERS } from './snapshot.ts';

test('a copy has its connection checked unless PostgreSQL runs on Windows', () => {
  const isUnchecked = (version: string) => new RegExp(UNCHECKED_SERVERS, 'i').test(version);
  for (const version of [
    'PostgreSQL 15.8, compiled by Visual C++ build 1940, 64-bit',
    'PostgreSQL 17.0 on x86_64-windows, compiled by msvc-19.41.34120, 64-bit',
    'PostgreSQL 16.4 on x86_64-w64-mingw32, compiled by gcc.exe (Rev2, Built by MSYS2 project) 14.2.0, 64-bit',
  ])
    assert.ok(isUnchecked(version), version);
  for (const version of [
    'PostgreSQL 18.1 on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14) 12.2.0, 64-bit',
    'PostgreSQL 16.4 on aarch64-apple-darwin23.6.0, compiled by Apple clang version 15.0.0, 64-bit',
    'PostgreSQL 17.2 on aarch64-unknown-linux-musl, compiled by gcc (Alpine 14.2.0) 14.2.0, 64-bit',
  ])
    assert.ok(!isUnchecked(version), version);
});
