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
