/**
 * An HTML line break. Spaces around it are trimmed per line: a regular expression matching them would retry
 * at every space.
 */
const BREAK = /<br ?\/?>/gi;

/** Text with HTML line breaks as separate lines; other text is unchanged. */
export function withLines(text: string): string {
  const lines = text.split(BREAK);
  if (lines.length === 1) return text;
  return lines
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

/** A text on one line, its parts separated by single spaces. */
export function oneLine(text: string): string {
  if (!text.includes('\n')) return text;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}
