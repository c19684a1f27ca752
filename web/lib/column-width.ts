/** The least and the most pixels of a column whose width a user sets: room to read, and to grip the edge. */
export const [MIN_WIDTH, MAX_WIDTH] = [64, 640];

/** The nearest width that a column may have. */
export function columnWidth(pixels: number): number {
  return Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, pixels)));
}
