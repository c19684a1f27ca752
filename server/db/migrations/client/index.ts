import { changedRows } from '#server/db/migrations/client/0010-changed-rows.ts';
import { messages } from '#server/db/migrations/client/0015-messages.ts';
import { leadViews } from '#server/db/migrations/client/0013-lead-views.ts';
import { customFields } from '#server/db/migrations/client/0006-custom-fields.ts';
import { dueReminders } from '#server/db/migrations/client/0005-due-reminders.ts';
import { followUps } from '#server/db/migrations/client/0003-follow-ups.ts';
import { history } from '#server/db/migrations/client/0002-history.ts';
import { myDay } from '#server/db/migrations/client/0012-my-day.ts';
import { products } from '#server/db/migrations/client/0004-products.ts';
import { filterIndexes } from '#server/db/migrations/client/0007-filter-indexes.ts';
import { leadNotes } from '#server/db/migrations/client/0011-lead-notes.ts';
import { foldedSearch } from '#server/db/migrations/client/0035-folded-search.ts';
import { workingMinutes } from '#server/db/migrations/client/0036-working-minutes.ts';
import { repeatingFollowUps } from '#server/db/migrations/client/0040-repeating-follow-ups.ts';
import { undividedPhones } from '#server/db/migrations/client/0041-undivided-phones.ts';
import { fewerAnalyses } from '#server/db/migrations/client/0042-fewer-analyses.ts';
import { movedFollowUps } from '#server/db/migrations/client/0043-moved-follow-ups.ts';
import { secondsOfCalls } from '#server/db/migrations/client/0044-seconds-of-calls.ts';
import { titlesWithoutContacts } from '#server/db/migrations/client/0045-titles-without-contacts.ts';
import { sortedNames } from '#server/db/migrations/client/0046-sorted-names.ts';
import { foldedTags } from '#server/db/migrations/client/0047-folded-tags.ts';
import { otherPhones } from '#server/db/migrations/client/0038-other-phones.ts';
import { search } from '#server/db/migrations/client/0009-search.ts';
import { notifications } from '#server/db/migrations/client/0014-notifications.ts';
import { lostReason } from '#server/db/migrations/client/0016-lost-reason.ts';
import { pipeline } from '#server/db/migrations/client/0001-pipeline.ts';
import { reminderOwners } from '#server/db/migrations/client/0008-reminder-owners.ts';
import { webhooks } from '#server/db/migrations/client/0017-webhooks.ts';
import { distribution } from '#server/db/migrations/client/0019-distribution.ts';
import { sources } from '#server/db/migrations/client/0020-sources.ts';
import { firstContacts } from '#server/db/migrations/client/0023-first-contacts.ts';
import { covers } from '#server/db/migrations/client/0025-covers.ts';
import { queueBesideItsTables } from '#server/db/migrations/client/0027-queue-beside-its-tables.ts';
import { statusDays } from '#server/db/migrations/client/0028-status-days.ts';
import { targets } from '#server/db/migrations/client/0026-targets.ts';
import { firstContact } from '#server/db/migrations/client/0021-first-contact.ts';
import { sourceCosts } from '#server/db/migrations/client/0022-source-costs.ts';
import { phoneCalls } from '#server/db/migrations/client/0039-phone-calls.ts';
import { reportIndexes } from '#server/db/migrations/client/0024-report-indexes.ts';
import { webhookNotices } from '#server/db/migrations/client/0018-webhook-notices.ts';
import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** Applied to every client's schema in this order; a client records the name of its latest one. */
export const CLIENT_MIGRATIONS: readonly ClientMigration[] = [
  pipeline,
  history,
  followUps,
  products,
  dueReminders,
  customFields,
  filterIndexes,
  reminderOwners,
  search,
  changedRows,
  leadNotes,
  myDay,
  leadViews,
  notifications,
  messages,
  lostReason,
  webhooks,
  webhookNotices,
  distribution,
  sources,
  firstContact,
  sourceCosts,
  firstContacts,
  reportIndexes,
  covers,
  targets,
  queueBesideItsTables,
  statusDays,
  foldedSearch,
  workingMinutes,
  otherPhones,
  phoneCalls,
  repeatingFollowUps,
  undividedPhones,
  fewerAnalyses,
  movedFollowUps,
  secondsOfCalls,
  titlesWithoutContacts,
  sortedNames,
  foldedTags,
];
