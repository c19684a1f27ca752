import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldText } from '#shared/values/fold-text.ts';
import { withWorld } from '#test/world.ts';

const { app } = await withWorld();

async function foldedBySql(texts: readonly string[], collation = 'default'): Promise<string[]> {
  return await app.database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ folded: string }>(
      `SELECT _texts.fold(t COLLATE "${collation}") AS folded FROM unnest($1::text[]) WITH ORDINALITY AS all_texts (t, place) ORDER BY place`,
      [texts],
    );
    return rows.map(({ folded }) => folded);
  });
}

async function assertAlike(texts: readonly string[], collation?: string): Promise<void> {
  const folded = await foldedBySql(texts, collation);
  const different = texts.flatMap((text, place) =>
    folded[place] === foldText(text) ? [] : [{ text, inSql: folded[place], inCode: foldText(text) }],
  );
  assert.deepEqual(different, [], collation);
}

/** The scripts that users of the product write, and neighbouring ones, with their marks. */
const SCRIPTS =
  /[\u0020-\u017f\u0386-\u03ce\u0400-\u045f\u0531-\u0587\u05d0-\u05ea\u0600-\u06ff\u0900-\u0dff\u0e00-\u0e7f\u1e00-\u1eff\u2000-\u2044\u20a0-\u20bf\u3041-\u309f\uff01-\uff5e]/u;
const CHARACTERS = Array.from({ length: 0xffff - 0x20 }, (_, index) =>
  String.fromCodePoint(0x20 + index),
).filter((one) => SCRIPTS.test(one) && /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/u.test(one));

test('the database folds text as the code does', async () => {
  const greek = ['Α', 'Ω', 'Σ', 'ς', 'ΟΔΟΣ', 'Ά', 'Ϊ', 'ΐ'];
  const texts = [
    ...CHARACTERS,
    ...greek,
    'Álvaro Núñez',
    'A\u0301lvaro',
    'STRAẞE',
    'D’Unger',
    '“Best”',
    'Ｆｕｌｌ\u00a0width',
    'की',
  ];
  await assertAlike(texts);
  const character = fc.constantFrom(...CHARACTERS);
  const strings = fc.sample(fc.array(character, { maxLength: 30 }), 2000).map((all) => all.join(''));
  await assertAlike(strings);
});

test('text folds the same in every collation of a database', async () => {
  const texts = ['ISTANBUL ilçe', 'İstanbul ISI', 'ÆØŁĐ Straße', 'ΑΒΓ АБВ', 'D’UNGER', "O'BRIEN"];
  const collations = await app.database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ collname: string }>(
      `SELECT DISTINCT collname FROM pg_collation
       WHERE collname IN ('C', 'POSIX', 'ucs_basic', 'C.utf8', 'en_US.utf8', 'und-x-icu', 'tr-x-icu', 'de-x-icu', 'lt-x-icu')`,
    );
    return rows.map(({ collname }) => collname);
  });
  assert.ok(collations.length >= 3, collations.join(', '));
  for (const collation of collations) await assertAlike(texts, collation);
});
