import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldText } from './fold-text.ts';

test('accents, special letters, curly quotes and long dashes fold to what people type', () => {
  for (const [text, folded] of [
    ['Álvaro Núñez', 'alvaro nunez'],
    ['A\u0301lvaro', 'alvaro'],
    ['GROSSE Straße, STRAẞE', 'grosse strasse, strasse'],
    ['Łukasz Wałęsa', 'lukasz walesa'],
    ['Søren Ærø Œuvre', 'soren aero oeuvre'],
    ['Đorđe Þór Ħal', 'dorde thor hal'],
    ['İstanbul ısı', 'istanbul isi'],
    ['Amy D’Unger', "amy d'unger"],
    ['O‘Brien O`Brien O´Brien Oʼ', "o'brien o'brien o'brien o'"],
    ['“Best” „Best‟ «Best»', '"best" "best" "best"'],
    ['A – B — C ‑ D', 'a - b - c - d'],
    ['Ｆｕｌｌ\u00a0width', 'full width'],
    ['plain text 123', 'plain text 123'],
  ] as const)
    assert.equal(foldText(text), folded, text);
});

test('words of Indian scripts keep their vowel signs, however they are composed', () => {
  assert.notEqual(foldText('की'), foldText('का'));
  assert.equal(foldText('क़लम'), foldText('\u0958लम'));
  assert.equal(foldText('রো'), foldText('র\u09c7\u09be'));
});

test('folding a folded text changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => foldText(foldText(text)) === foldText(text)),
  );
});
