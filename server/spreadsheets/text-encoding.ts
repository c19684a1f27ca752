import { isUtf8 } from 'node:buffer';
import chardet from 'chardet';
import iconv from 'iconv-lite';
import type { ImportOptions } from '#shared/leads/lead-import.ts';
import { UnreadableFile, notASpreadsheet } from './unreadable-file.ts';

/** `isCertain`: the bytes themselves prove the encoding. */
export type DecodedText = { encoding: string; isCertain: boolean; utf8: Buffer };

const SAMPLE_BYTES = 64 * 1024;
const SAVE_AS_UTF8 = 'Save the file as "CSV UTF-8" and try again.';
/** Bytes that Windows-1252 leaves undefined. */
const NOT_WINDOWS_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
const DOUBLE_BYTE = new Set(['Shift_JIS', 'EUC-JP', 'EUC-KR', 'Big5', 'GB18030']);

/**
 * A file's text as UTF-8 without BOM, decoded from the chosen or detected encoding. Throws 415 for bytes that
 * are not text, 422 for an encoding that cannot be detected.
 */
export function decodeText(bytes: Buffer, chosen?: ImportOptions['encoding']): DecodedText {
  const wide = wideEncoding(bytes);
  if (wide) return text(wide, true, Buffer.from(iconv.decode(bytes, wide)));
  const rest = bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? bytes.subarray(3) : bytes;
  if (isUtf8(rest)) return text('UTF-8', true, rest);
  if (controlShare(rest.subarray(0, SAMPLE_BYTES)) > MOST_CONTROLS) throw notASpreadsheet();
  if (chosen === 'UTF-8') throw brokenUtf8(rest);
  if (chosen) return text(chosen, false, Buffer.from(iconv.decode(rest, chosen)));
  if (rest !== bytes || hasUtf8Letters(rest)) throw brokenUtf8(rest);
  const encoding = legacyEncoding(rest);
  if (encoding === 'windows-1252' && hasUtf8Lines(rest)) return text(MIXED, false, lineByLine(rest));
  return text(encoding, false, Buffer.from(iconv.decode(rest, encoding)));
}

function text(encoding: string, isCertain: boolean, utf8: Buffer): DecodedText {
  if (controlShare(utf8.subarray(0, SAMPLE_BYTES)) > MOST_CONTROLS) throw notASpreadsheet();
  return { encoding, isCertain, utf8 };
}

/** Two files joined: some lines are UTF-8, the others are not. */
const MIXED = 'UTF-8 and windows-1252';

/** A line is almost certainly UTF-8 if all its bytes beyond ASCII form valid UTF-8 sequences. */
const isUtf8Line = (line: Buffer) => isUtf8(line) && line.some((byte) => byte > 127);

function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(10, from);
    const to = end === -1 ? bytes.length : end + 1;
    yield bytes.subarray(from, to);
    from = to;
  }
}

function hasUtf8Lines(bytes: Buffer): boolean {
  for (const line of linesOf(bytes)) if (isUtf8Line(line)) return true;
  return false;
}

function lineByLine(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  for (const line of linesOf(bytes))
    lines.push(isUtf8(line) ? line : Buffer.from(iconv.decode(line, 'windows-1252')));
  return Buffer.concat(lines);
}

/**
 * UTF-16 by its BOM, otherwise by the positions of the zero bytes of its Latin letters, digits and
 * delimiters.
 */
function wideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, 4096);
  if (sample.length < 4 || bytes.length % 2 !== 0) return undefined;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < sample.length; index++) {
    if (sample[index] !== 0) continue;
    if (index % 2 === 0) even++;
    else odd++;
  }
  const many = sample.length / 20;
  if (odd > many && even * 20 < odd) return 'utf-16le';
  if (even > many && odd * 20 < even) return 'utf-16be';
  return undefined;
}

const MOST_CONTROLS = 0.05;

/**
 * The share of bytes that do not occur in text; a stray NUL is removed later, but a file full of them is not
 * text.
 */
function controlShare(sample: Buffer): number {
  let controls = 0;
  for (const byte of sample) {
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 27) controls++;
  }
  return sample.length === 0 ? 0 : controls / sample.length;
}

/** Whether the bytes contain sequences that are only likely in UTF-8. */
function hasUtf8Letters(bytes: Buffer): boolean {
  const sample = bytes.toString('latin1');
  const valid =
    sample.match(/[\u00c3-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}/g)?.length ?? 0;
  const high = sample.match(/[\u0080-\u00ff]+/g)?.length ?? 0;
  return valid * 2 > high;
}

/**
 * The error that reports the line with invalid characters: another encoding would garble the file's valid
 * ones.
 */
function brokenUtf8(bytes: Buffer): UnreadableFile {
  let line = 1;
  for (const each of linesOf(bytes)) {
    if (!isUtf8(each)) break;
    line++;
  }
  return new UnreadableFile(422, `Line ${line} has characters that cannot be read. ${SAVE_AS_UTF8}`);
}

/** The likeliest pre-Unicode encoding; Windows-1252 unless another one is clearly likelier. */
function legacyEncoding(bytes: Buffer): string {
  const sample = linesWithLetters(bytes);
  if (isMacintosh(sample)) return 'macintosh';
  const guesses = chardet.analyse(sample);
  const best = guesses[0];
  const western = guesses.find((guess) => guess.name === 'ISO-8859-1' || guess.name === 'windows-1252');
  if (best && best !== western && iconv.encodingExists(best.name)) {
    const clear = DOUBLE_BYTE.has(best.name) ? 40 : Math.max(20, (western?.confidence ?? 0) + 10);
    if (best.confidence >= clear && !iconv.decode(bytes, best.name).includes('\ufffd')) return best.name;
  }
  if (
    sample.some((byte) => NOT_WINDOWS_1252.has(byte)) ||
    looksGarbled(iconv.decode(sample, 'windows-1252'))
  ) {
    throw new UnreadableFile(422, `The letters of this file cannot be read. ${SAVE_AS_UTF8}`);
  }
  return 'windows-1252';
}

/**
 * In MacRoman, which Excel for Mac writes, nearly all letters beyond ASCII fit into their words; read as
 * Windows-1252, few do.
 */
function isMacintosh(sample: Buffer): boolean {
  // Runs of letters beyond ASCII mean that the script is not Latin.
  const runs = sample.toString('latin1').match(/[\u0080-\u00ff]+/g) ?? [];
  if (runs.filter((run) => run.length > 2).length * 10 > runs.length) return false;
  const asMac = fitness(iconv.decode(sample, 'macintosh'));
  return asMac > 0.8 && asMac > fitness(iconv.decode(sample, 'windows-1252')) + 0.2;
}

/** How letters and signs beyond ASCII occur in genuine words. */
const FITTING = new RegExp(
  [
    // A small letter after a small one, at the beginning of a word, or after a capital that begins one.
    String.raw`(?<=\p{Ll})[^\0-\x7f\P{Ll}]|(?<!\p{L})[^\0-\x7f\P{Ll}](?=[a-z])|(?<=[A-Z])[^\0-\x7f\P{Ll}](?=[a-z]|\P{L}|$)`,
    // A capital that begins a word, or occurs among capitals.
    String.raw`(?<!\p{L})[^\0-\x7f\P{Lu}](?=[a-z])|(?<=[A-Z])[^\0-\x7f\P{Lu}](?=[A-Z]|\P{L}|$)|(?<!\p{L})[^\0-\x7f\P{Lu}](?=[A-Z])`,
    // A sign next to a word; an apostrophe also inside one where usual: it’s, O’Brien.
    String.raw`(?<!\p{L})[^\0-\x7f\p{L}\p{C}]|[^\0-\x7f\p{L}\p{C}](?!\p{L})|’(?=(?:s|t|ll|re|ve|d|m)\b)|(?<=\b[A-Zdl])’(?=\p{L})`,
  ].join('|'),
  'gmu',
);

/** The share of the characters beyond ASCII that fit as letters into the text around them. */
function fitness(decoded: string): number {
  const high = decoded.match(/[\u0080-\uffff]/g)?.length ?? 0;
  return high === 0 ? 0 : (decoded.match(FITTING)?.length ?? 0) / high;
}

/** The lines with letters beyond ASCII: only they distinguish encodings. */
function linesWithLetters(bytes: Buffer): Buffer {
  const lines: Buffer[] = [];
  let size = 0;
  for (const whole of linesOf(bytes)) {
    const line = whole.subarray(0, SAMPLE_BYTES);
    if (line.some((byte) => byte > 127)) {
      lines.push(line);
      size += line.length;
    }
    if (size >= SAMPLE_BYTES) break;
  }
  return Buffer.concat(lines);
}

/** Signs inside words ("£ukasz", "¯ó³ty") show that the letters belong to another encoding. */
function looksGarbled(decoded: string): boolean {
  const odd =
    decoded.match(/[\u00a1-\u00bf\u00d7\u00f7](?=\p{Ll})|(?<=\p{L})[\u00a1-\u00bf](?=\p{L})/gu)?.length ?? 0;
  const high = decoded.match(/[\u0080-\uffff]/g)?.length ?? 0;
  return odd * 4 > high;
}
