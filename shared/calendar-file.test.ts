import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarFile } from '#shared/calendar-file.ts';
import type { Appointment } from '#shared/calendar-file.ts';

const file = (changes: Partial<Appointment> = {}) =>
  calendarFile('Book a Demo', [
    {
      uid: '7f0c@lms.example',
      start: new Date('2026-11-23T04:00:00Z'),
      minutes: 30,
      title: 'LMS demo',
      description: 'Half an hour',
      made: new Date('2026-11-21T08:05:09.123Z'),
      ...changes,
    },
  ]);

test('the file is one event in UTC whose lines end in CR LF', () => {
  assert.equal(
    file(),
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//LMS//Book a Demo//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:7f0c@lms.example',
      'DTSTAMP:20261121T080509Z',
      'DTSTART:20261123T040000Z',
      'DTEND:20261123T043000Z',
      'SUMMARY:LMS demo',
      'DESCRIPTION:Half an hour',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

test('special characters are escaped, so that no text can add a line of its own', () => {
  const text = file({ description: 'a, b; c\\d\r\nBEGIN:VALARM\u0007' });
  assert.ok(text.includes('DESCRIPTION:a\\, b\\; c\\\\d\\nBEGIN:VALARM\r\n'), text);
  assert.equal(text.match(/^BEGIN:/gm)?.length, 2);
});

test('long lines are folded at 75 bytes, never within a character, and unfold to the original', () => {
  const description = 'नमस्ते 👋 '.repeat(40);
  const text = file({ description });
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
  assert.ok(!text.includes('\ufffd'));
  assert.ok(text.replaceAll('\r\n ', '').includes(`DESCRIPTION:${description}`));
});
