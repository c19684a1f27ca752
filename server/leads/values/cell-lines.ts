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
