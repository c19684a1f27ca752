/**
 * Bytes of a file of the write-ahead log: PostgreSQL's standard size, with which every cluster here is
 * created.
 */
export const SEGMENT_BYTES = 16 * 1024 * 1024;

const SEGMENT = /^[0-9A-F]{24}$/;
const PER_NAME = 0x1_0000_0000 / SEGMENT_BYTES;

/** A position in the write-ahead log, in bytes, from PostgreSQL's text (`0/3A000148`). */
export function positionOf(lsn: string): number {
  const [high = '', low = ''] = lsn.split('/');
  return Number.parseInt(high, 16) * 0x1_0000_0000 + Number.parseInt(low, 16);
}

/** PostgreSQL's text of a position. */
export const lsnOf = (position: number): string =>
  `${hex(Math.floor(position / 0x1_0000_0000), 1)}/${hex(position % 0x1_0000_0000, 1)}`;

/** The name of the file that holds a position, on a timeline. */
export function segmentName(timeline: number, position: number): string {
  const number = Math.floor(position / SEGMENT_BYTES);
  return `${hex(timeline, 8)}${hex(Math.floor(number / PER_NAME), 8)}${hex(number % PER_NAME, 8)}`;
}

/** The name of the file that tells where a timeline begins. */
export const historyName = (timeline: number): string => `${hex(timeline, 8)}.history`;

/** The timeline and the first position of a file; undefined for other names. */
export function readSegmentName(name: string): { timeline: number; start: number } | undefined {
  if (!SEGMENT.test(name)) return undefined;
  const [timeline = 0, high = 0, low = 0] = [0, 8, 16].map((at) =>
    Number.parseInt(name.slice(at, at + 8), 16),
  );
  return { timeline, start: (high * PER_NAME + low) * SEGMENT_BYTES };
}

const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');
