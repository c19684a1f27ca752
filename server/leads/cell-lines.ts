/** A line break of a web page. Blanks around it are left out line by line: an expression that looks for them tries each blank. */
const BREAK = /<br ?\/?>/gi;

/** A text that was written for a web page, with lines of its own; other text is unchanged. */
export function withLines(text: string): string {
  const lines = text.split(BREAK);
  if (lines.length === 1) return text;
  return lines
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

/** A text in one line, its parts with one blank between them. */
export function oneLine(text: string): string {
  if (!text.includes('\n')) return text;
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}
