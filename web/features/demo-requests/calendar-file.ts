/** A calendar appointment: instants, and text in any language. */
export type Appointment = {
  uid: string;
  start: Date;
  minutes: number;
  title: string;
  description: string;
  /** The time at which the file was created. */
  made: Date;
};

/**
 * Returns the `.ics` text of an appointment by RFC 5545: times in UTC, lines of at most 75 bytes that end in
 * CR LF.
 */
export function calendarFile({ uid, start, minutes, title, description, made }: Appointment): string {
  const end = new Date(start.getTime() + minutes * 60_000);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//LMS//Book a Demo//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(made)}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(description)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

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
  const encoder = new TextEncoder();
  let result = '';
  let used = 0;
  for (const character of line) {
    const bytes = encoder.encode(character).length;
    if (used + bytes > 75) {
      result += '\r\n ';
      used = 1;
    }
    result += character;
    used += bytes;
  }
  return result;
}
