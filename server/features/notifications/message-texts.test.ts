import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestMail } from '#server/features/notifications/message-texts.ts';

const frame = {
  recipient: {
    firstName: 'Asha',
    email: 'asha@example.com',
    sight: null,
    masksContacts: false,
    push: { names: true, without: [] },
  },
  timeZone: 'America/New_York',
  publicUrl: 'https://lms.example.com',
};
const due = {
  title: 'Call',
  at: new Date('2027-01-02T04:30:00Z'),
  version: 1,
  leadId: 'id',
  leadName: 'Bina',
  company: null,
  forName: null,
};

test('a digest counts what is overdue and due today, and leaves out zeros', () => {
  const subject = (overdue: number, today: number) =>
    digestMail(frame, { overdue, today, list: [due] })?.subject;
  assert.equal(subject(0, 0), undefined);
  assert.equal(subject(1, 0), 'Follow-ups: 1 overdue');
  assert.equal(subject(0, 2), 'Follow-ups: 2 today');
  assert.equal(subject(1, 2), 'Follow-ups: 1 overdue, 2 today');
});

test('a digest lists follow-ups in the client’s time zone, and counts those it leaves out', () => {
  const text = (today: number) => digestMail(frame, { overdue: 0, today, list: [due] })?.text ?? '';
  assert.match(text(1), /^Hello Asha,$/m);
  assert.match(text(1), /^- 01\/01\/2027, 11:30 PM: Call, Bina$/m);
  assert.doesNotMatch(text(1), /more$/m);
  assert.match(text(3), /^and 2 more$/m);
});
