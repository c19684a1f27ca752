const whole = new Intl.NumberFormat('en-IN');
const short = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });

/** `1,50,000`: a number as people in India write it. Amounts of money are `formatMoney`'s. */
export function inNumbers(value: number): string {
  return whole.format(value);
}

/** `1,50,000 leads`, `1 lead`; `many` where the plural is another than with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${inNumbers(count)} ${count === 1 ? one : many}`;
}

/** `12.5 MB`; a megabyte has as many bytes as `megabyte` says. */
export function inMegabytes(bytes: number, megabyte: 1_000_000 | 1_048_576): string {
  return `${short.format(bytes / megabyte)} MB`;
}
