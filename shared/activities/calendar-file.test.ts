import assert from 'node:assert/strict';
import { test } from 'node:test';
import ICAL from 'ical.js';
import { calendarFile } from '#shared/activities/calendar-file.ts';
import type { Appointment } from '#shared/activities/calendar-file.ts';

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

/** A second reader, strict about the grammar of lines (RFC 5545, 3.1): the properties of each event. */
function readStrictly(text: string): Record<string, string>[] {
  assert.ok(text.endsWith('\r\n') && !/(?<!\r)\n|\r(?!\n)/.test(text), 'lines end in CR LF');
  const events: Record<string, string>[] = [];
  for (const line of text.replaceAll('\r\n ', '').split('\r\n').slice(0, -1)) {
    const [, name = '', value = ''] =
      /^([A-Z-]+)(?:;[A-Z-]+=[^:;,"]+)*:([^\u0000-\u0008\u000a-\u001f\u007f]*)$/u.exec(line) ??
      assert.fail(line);
    if (line === 'BEGIN:VEVENT') events.push({});
    const event = events.at(-1);
    if (event)
      event[name] = value.replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
  }
  return events;
}

test('two readers find an event at its instant, also on the nights of a clock change', () => {
  // In New York 1:30 comes twice on 1 November 2026, and 2:30 never on 14 March 2027.
  for (const start of ['2026-11-01T05:30:00', '2026-11-01T06:30:00', '2027-03-14T07:30:00']) {
    const text = file({ start: new Date(`${start}Z`), title: 'आशा; quote, please' });
    const found = new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent');
    const [event] = found.map((component) => new ICAL.Event(component));
    assert.equal(event?.startDate.toJSDate().toISOString(), `${start}.000Z`);
    assert.equal(event.endDate.toJSDate().getTime() - event.startDate.toJSDate().getTime(), 30 * 60_000);
    const [other] = readStrictly(text);
    assert.deepEqual(
      [other?.['DTSTART'], other?.['SUMMARY']],
      [`${start.replaceAll(/[-:]/g, '')}Z`, event.summary],
    );
  }
});
