/** A calendar appointment: instants, and text in any language. */
export type Appointment = {
  uid: string;
  start: Date;
  minutes: number;
  title: string;
  description?: string | undefined;
  /** The address of a page about it. */
  url?: string;
  /** Grows with each change of the appointment. */
  sequence?: number;
  /** The time at which it was created or last changed. */
  made: Date;
};

/** A calendar to subscribe to: its name, and the hours after which apps read it again. */
type Feed = { name: string; refreshHours: number };

/**
 * Returns the `.ics` text of appointments by RFC 5545: times in UTC, lines of at most 75 bytes that end in CR
 * LF. `product` names the maker in a few words.
 */
export function calendarFile(product: string, appointments: readonly Appointment[], feed?: Feed): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//LMS//${product}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(feed ? linesOfFeed(feed) : []),
    ...appointments.flatMap(linesOf),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** The name in the old and the new spelling; apps that know neither name the calendar after its address. */
const linesOfFeed = ({ name, refreshHours }: Feed) => [
  `NAME:${escaped(name)}`,
  `X-WR-CALNAME:${escaped(name)}`,
  `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`,
  `X-PUBLISHED-TTL:PT${refreshHours}H`,
];

const linesOf = ({ uid, start, minutes, title, description, url, sequence, made }: Appointment) => [
  'BEGIN:VEVENT',
  `UID:${escaped(uid)}`,
  `DTSTAMP:${utc(made)}`,
  `DTSTART:${utc(start)}`,
  `DTEND:${utc(new Date(start.getTime() + minutes * 60_000))}`,
  `SUMMARY:${escaped(title)}`,
  ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
  ...(url ? [`URL:${url}`] : []),
  ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
  'END:VEVENT',
];

/** `20261123T040000Z` */
const utc = (instant: Date) => instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');

const escaped = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/[\u0000-\u001f\u007f]/g, '');

/**
 * Folds a line to at most 75 bytes, continued on lines that begin with a space, and never within a character.
 */
function folded(line: string): string {
  let result = '';
  let used = 0;
  for (const character of line) {
    const bytes = bytesOf(character.codePointAt(0) ?? 0);
    if (used + bytes > 75) {
      result += '\r\n ';
      used = 1;
    }
    result += character;
    used += bytes;
  }
  return result;
}

/** The bytes of a code point in UTF-8. */
function bytesOf(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
