/** The values of a ring request as text, one `name = value` per line. */
export function bodyText(body: Readonly<Record<string, string>>): string {
  return Object.entries(body)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n');
}

/** The values in a text. The first `=` of a line ends the name; a line without one is a name without a value. */
export function bodyOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.includes('=') ? line.indexOf('=') : line.length;
      return [line.slice(0, end).trim(), line.slice(end + 1).trim()];
    }),
  );
}
