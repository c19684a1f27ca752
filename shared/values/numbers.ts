/** `1,50,000`: a number with Indian grouping. For amounts of money use `formatMoney`. */
export function inNumbers(value: number): string {
  return value.toLocaleString('en-IN');
}

/** `1,50,000 leads`, `1 lead`. `many` is the plural when it isn't formed with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${inNumbers(count)} ${count === 1 ? one : many}`;
}

/** `37%`, in whole per cent; `<1%` and `>99%` if rounding would say none or all. */
export function inPercent(value: number): string {
  if (value > 0 && value < 1) return '<1%';
  if (value > 99 && value < 100) return '>99%';
  return `${Math.round(value)}%`;
}

/** `12.5 MB`. `megabyte` is the number of bytes in a megabyte. */
export function inMegabytes(bytes: number, megabyte: 1_000_000 | 1_048_576): string {
  return `${(bytes / megabyte).toLocaleString('en-IN', { maximumFractionDigits: 1 })} MB`;
}

/** Replaces digits of Indian scripts, Arabic and full width with ASCII digits. */
export function asciiDigits(text: string): string {
  if (!/[^\u0000-\u00ff]/.test(text)) return text;
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    if (code >= 0x966 && code <= 0xdef) return String((code - 0x966) % 0x80);
    if (code >= 0x660 && code <= 0x669) return String(code - 0x660);
    if (code >= 0x6f0 && code <= 0x6f9) return String(code - 0x6f0);
    if (code >= 0xff10 && code <= 0xff19) return String(code - 0xff10);
    return digit;
  });
}

/** Only signs for rupees: an amount in another currency must not become rupees. */
const RUPEES = /^(?:₹|rs\.?|inr) ?| ?(?:₹|rs\.?|inr|\/-)$/giu;
const PLAIN = /^[+-]?(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d+)?$/;

/**
 * Returns a number with Indian or Western grouping and an optional rupee sign as plain digits: `150000` for
 * `₹ 1,50,000`. Undefined for anything else ("2 lakh", "1k").
 */
export function plainNumber(written: string): string | undefined {
  const text = asciiDigits(written)
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .replace('\u2212', '-')
    .trim();
  const bare = text.replaceAll(RUPEES, '').replaceAll(RUPEES, '').trim();
  if (!PLAIN.test(bare)) return undefined;
  return bare.replaceAll(/[+,]/g, '');
}
