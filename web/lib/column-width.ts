/** The minimum and maximum width of a resized column, in pixels: enough to read, and to grab the edge. */
export const [MIN_WIDTH, MAX_WIDTH] = [64, 640];

/** Returns the nearest allowed width of a column. */
export function columnWidth(pixels: number): number {
  return Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, pixels)));
}
