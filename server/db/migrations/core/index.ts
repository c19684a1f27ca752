import { accounts } from '#server/db/migrations/core/0001-accounts.ts';
import { apiKeys } from '#server/db/migrations/core/0002-api-keys.ts';
import { accessLinks } from '#server/db/migrations/core/0003-access-links.ts';
import { notifications } from '#server/db/migrations/core/0004-notifications.ts';
import { sessions } from '#server/db/migrations/core/0005-sessions.ts';
import { removals } from '#server/db/migrations/core/0006-removals.ts';
import { whoseDay } from '#server/db/migrations/core/0007-whose-day.ts';
import { accessTokens } from '#server/db/migrations/core/0008-access-tokens.ts';
import { mirrorSums } from '#server/db/migrations/core/0009-mirror-sums.ts';
import { leadMails } from '#server/db/migrations/core/0013-lead-mails.ts';
import { fetchedRows } from '#server/db/migrations/core/0016-fetched-rows.ts';
import { foldedTexts } from '#server/db/migrations/core/0021-folded-texts.ts';
import { keptAnswers } from '#server/db/migrations/core/0022-kept-answers.ts';
import { secondFactors } from '#server/db/migrations/core/0026-second-factors.ts';
import { calendarFeeds } from '#server/db/migrations/core/0027-calendar-feeds.ts';
import { maskedContacts } from './0035-masked-contacts.ts';
import { pushDevices } from '#server/db/migrations/core/0036-push-devices.ts';
import { exporters } from '#server/db/migrations/core/0028-exporters.ts';
import { passkeys } from '#server/db/migrations/core/0029-passkeys.ts';
import { companySignIn } from '#server/db/migrations/core/0031-company-sign-in.ts';
import { scim } from '#server/db/migrations/core/0032-scim.ts';
import { mirroredCalls } from '#server/db/migrations/core/0015-mirrored-calls.ts';
import { serviceTokens } from '#server/db/migrations/core/0010-service-tokens.ts';
import { shownReminders } from '#server/db/migrations/core/0020-shown-reminders.ts';
import { sources } from '#server/db/migrations/core/0011-sources.ts';
import { auditClients } from '#server/db/migrations/core/0040-audit-clients.ts';
import { presentedTokens } from '#server/db/migrations/core/0041-presented-tokens.ts';
import { waitingMails } from '#server/db/migrations/core/0042-waiting-mails.ts';
import { invitationIds } from '#server/db/migrations/core/0043-invitation-ids.ts';
import { foldedLists } from '#server/db/migrations/core/0044-folded-lists.ts';
import { financialYears } from '#server/db/migrations/core/0039-financial-years.ts';
import { telephony } from '#server/db/migrations/core/0038-telephony.ts';
import { teams } from '#server/db/migrations/core/0012-teams.ts';
import type { CoreMigration } from '#server/db/migrations/migration.ts';

/** Applied in this order, each once, in one transaction. */
export const CORE_MIGRATIONS: readonly CoreMigration[] = [
  accounts,
  apiKeys,
  accessLinks,
  notifications,
  sessions,
  removals,
  whoseDay,
  accessTokens,
  mirrorSums,
  serviceTokens,
  sources,
  teams,
  leadMails,
  mirroredCalls,
  fetchedRows,
  shownReminders,
  foldedTexts,
  keptAnswers,
  secondFactors,
  calendarFeeds,
  exporters,
  passkeys,
  companySignIn,
  scim,
  maskedContacts,
  pushDevices,
  telephony,
  financialYears,
  auditClients,
  presentedTokens,
  waitingMails,
  invitationIds,
  foldedLists,
];
