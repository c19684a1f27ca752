import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  errorsLeft,
  followUpText,
  hasTyped,
  newDraft,
  plansFollowUp,
  readDraft,
  withStatus,
} from '#web/features/call-logs/call-draft.ts';

const ZONE = 'Asia/Kolkata';
const NOW = new Date('2026-11-21T20:00:00Z');
const AROUND = {
  leadId: '00000000-0000-7000-8000-000000000001',
  leadName: 'Asha Rao',
  timeZone: ZONE,
  now: NOW,
};
const DRAFT = newDraft(NOW, ZONE);

test('the follow-up defaults to tomorrow at nine in the client’s time zone', () => {
  // In Kolkata it is already the 22nd.
  assert.equal(DRAFT.followUp.day, '2026-11-23');
  assert.equal(DRAFT.followUp.time, '09:00');
  const ends = newDraft(new Date('2026-12-31T12:00:00Z'), 'America/St_Johns');
  assert.equal(ends.followUp.day, '2027-01-01');
});

test('an unanswered call is complete with only its status', () => {
  for (const status of ['no-answer', 'busy', 'voicemail']) {
    const draft = withStatus(DRAFT, status);
    assert.equal(hasTyped(draft), false);
    const read = readDraft(draft, AROUND);
    assert.ok('call' in read);
    assert.equal(read.call.duration, 0);
    assert.equal(read.call.call_outcome, null);
    assert.deepEqual(read.call.reminder, {
      title: 'Call Asha Rao again',
      description: draft.notes,
      reminder_date: '2026-11-23T03:30:00.000Z',
    });
  }
});

test('changing the status never removes typed text, but removes what an earlier status filled in', () => {
  const typed = { ...DRAFT, notes: 'Rang twice', duration: '4' };
  assert.equal(withStatus(typed, 'busy').notes, 'Rang twice');
  assert.deepEqual(withStatus(withStatus(DRAFT, 'busy'), 'completed'), DRAFT);
  assert.equal(withStatus(withStatus(DRAFT, 'busy'), 'voicemail').notes, 'Left a voicemail');
});

test('an outcome that closes the lead plans nothing, unless the switch is on', () => {
  assert.equal(plansFollowUp(DRAFT), true);
  for (const call_outcome of ['not-interested', 'closed-won', 'closed-lost']) {
    assert.equal(plansFollowUp({ ...DRAFT, call_outcome }), false);
    assert.equal(plansFollowUp({ ...DRAFT, call_outcome, followsUp: true }), true);
  }
  assert.equal(plansFollowUp({ ...DRAFT, call_outcome: 'proposal-requested' }), true);
});

test('missing values are reported in the contract’s words', () => {
  assert.deepEqual(readDraft(DRAFT, AROUND), {
    errors: {
      duration: 'Duration is required.',
      notes: 'Comments are required.',
      description: 'Description is required.',
    },
  });
  const filled = { ...DRAFT, duration: '5', notes: 'Wants a quote' };
  assert.ok('call' in readDraft(filled, AROUND));
  const untitled = { ...filled, followUp: { ...DRAFT.followUp, title: ' ' } };
  assert.deepEqual(readDraft(untitled, AROUND), { errors: { title: 'Reminder title is required.' } });
  const past = { ...filled, followUp: { ...DRAFT.followUp, day: '2026-11-21' } };
  assert.deepEqual(readDraft(past, AROUND), { errors: { day: 'Choose a time in the future.' } });
  assert.deepEqual(readDraft({ ...filled, duration: '1.5' }, AROUND), {
    errors: { duration: 'Duration must be a whole number of minutes.' },
  });
});

test('the description follows the comments until it is edited', () => {
  const draft = { ...DRAFT, notes: 'Wants a quote' };
  assert.equal(followUpText(draft, 'Asha').description, 'Wants a quote');
  const own = { ...draft, followUp: { ...draft.followUp, description: '' } };
  assert.equal(followUpText(own, 'Asha').description, '');
});

test('the title of the follow-up names the lead, but no number or email', () => {
  const title = (name: string, call_status = 'completed') =>
    followUpText({ ...DRAFT, call_status }, name).title;
  assert.equal(title('Asha'), 'Follow up with Asha');
  assert.equal(title('Asha', 'busy'), 'Call Asha again');
  for (const name of ['+91 98135 79505', '+9198•••••505', 'r•••@example.com', 'Asha <asha@example.com>']) {
    assert.equal(title(name), 'Follow up');
    assert.equal(title(name, 'busy'), 'Call again');
  }
});

test('leaving asks only about typed text, not about values that a status filled in', () => {
  const draft = DRAFT;
  assert.equal(hasTyped(draft), false);
  assert.equal(hasTyped({ ...draft, notes: 'Wants a quote' }), true);
  assert.equal(hasTyped({ ...draft, duration: '5' }), true);
  assert.equal(hasTyped({ ...draft, followUp: { ...draft.followUp, title: 'Mine' } }), true);
  for (const status of ['no_answer', 'busy']) assert.equal(hasTyped(withStatus(draft, status)), false);
});

test('a retry with the same values sends the same call', () => {
  const draft = { ...DRAFT, duration: '5', notes: 'Wants a quote' };
  const later = new Date(NOW.getTime() + 60_000);
  const again = readDraft(draft, { ...AROUND, now: later, calledAt: NOW });
  assert.deepEqual(again, readDraft(draft, AROUND));
});

test('an error goes with the edit of what it is about, and the others stay', () => {
  const read = readDraft(DRAFT, AROUND);
  assert.ok('errors' in read);
  const { errors } = read;
  assert.deepEqual(Object.keys(errors).toSorted(), ['description', 'duration', 'notes']);
  const left = (draft: typeof DRAFT) => Object.keys(errorsLeft(errors, DRAFT, draft)).toSorted();
  assert.deepEqual(left(DRAFT), ['description', 'duration', 'notes']);
  assert.deepEqual(left({ ...DRAFT, duration: '4' }), ['description', 'notes']);
  // The comments are also the proposed description.
  assert.deepEqual(left({ ...DRAFT, notes: 'Wants a quote' }), ['duration']);
  assert.deepEqual(left({ ...DRAFT, followUp: { ...DRAFT.followUp, description: 'Call' } }), [
    'duration',
    'notes',
  ]);
  assert.deepEqual(left(withStatus(DRAFT, 'busy')), []);
});
