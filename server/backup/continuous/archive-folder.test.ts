import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '#test/servers/embedded-servers.ts';
import { ArchiveFolder } from './archive-folder.ts';
import { SEGMENT_BYTES, lsnOf, positionOf, readSegmentName, segmentName } from './wal.ts';

const DAY = 24 * 60 * 60_000;

test('positions of the log and names of its files are PostgreSQL’s', () => {
  assert.equal(positionOf('1/2A000148'), 0x1_2a00_0148);
  assert.equal(lsnOf(0x1_2a00_0148), '1/2A000148');
  assert.equal(segmentName(3, 0x1_2a00_0148), '00000003000000010000002A');
  assert.deepEqual(readSegmentName('00000003000000010000002A'), { timeline: 3, start: 0x1_2a00_0000 });
  assert.equal(readSegmentName('00000003.history'), undefined);
});

test('the log is kept for seven days; older weekly copies keep only the log that makes them whole', async () => {
  const path = temporaryFolder();
  const folder = new ArchiveFolder(path);
  mkdirSync(join(path, 'log'));
  const now = Date.parse('2026-11-25T12:00:00Z');
  // Each day's copy begins in the first of four files and ends in the second.
  for (let day = 0; day < 40; day += 1) {
    const at = new Date(now - (39 - day) * DAY);
    const name = (index: number) => segmentName(1, (day * 4 + index) * SEGMENT_BYTES);
    writeFileSync(folder.basePath(at, name(0), name(1)), '');
    for (let index = 0; index < 4; index += 1) writeFileSync(folder.segmentPath(name(index)), '');
  }
  await folder.removeOutdated();
  const days = (await folder.bases()).map(({ at }) => new Date(at).toISOString().slice(5, 10));
  assert.deepEqual(days, ['11-08', '11-15', '11-19', '11-20', '11-21', '11-22', '11-23', '11-24', '11-25']);
  const starts = (await folder.segments()).map(({ start }) => start / SEGMENT_BYTES);
  const [first, second] = [22 * 4, 29 * 4];
  const daily = Array.from({ length: 7 * 4 }, (_, index) => 33 * 4 + index);
  assert.deepEqual(starts, [first, first + 1, second, second + 1, ...daily]);
  // A folder without a copy keeps its whole log.
  const fresh = new ArchiveFolder(temporaryFolder());
  mkdirSync(join(fresh.path, 'log'));
  writeFileSync(fresh.segmentPath(segmentName(1, 0)), '');
  await fresh.removeOutdated();
  assert.deepEqual(readdirSync(join(fresh.path, 'log')), [segmentName(1, 0)]);
});
