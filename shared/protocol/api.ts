import { accessTokens } from '#shared/accounts/access-tokens.ts';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { auditLog } from '#shared/accounts/audit.ts';
import { auth } from '#shared/accounts/auth.ts';
import { backups } from '#shared/installation/backups.ts';
import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import { callLogs } from '#shared/activities/call-logs.ts';
import { clients } from '#shared/installation/clients.ts';
import { absences } from '#shared/company/absences.ts';
import { distribution } from '#shared/company/distribution.ts';
import { dashboard } from '#shared/activities/dashboard.ts';
import { demoRequests } from '#shared/installation/demo-requests.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { events } from '#shared/protocol/events.ts';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { health } from '#shared/installation/health.ts';
import { leadBoard } from '#shared/leads/lead-board.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadExport } from '#shared/leads/lead-export.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leadPage } from '#shared/leads/lead-page.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { contactDetails } from '#shared/values/contact-details.ts';
import { leadMessages } from '#shared/leads/lead-messages.ts';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { calendarFeed } from '#shared/activities/calendar-feed.ts';
import { push } from '#shared/activities/push-devices.ts';
import { passkeys } from '#shared/accounts/passkeys.ts';
import { proof } from '#shared/accounts/proof.ts';
import { secondFactor } from '#shared/accounts/second-factor.ts';
import { leadViews } from '#shared/leads/lead-views.ts';
import { messageTemplates } from '#shared/leads/message-templates.ts';
import { leads } from '#shared/leads/leads.ts';
import { metrics } from '#shared/installation/metrics.ts';
import { myDay } from '#shared/activities/my-day.ts';
import { notifications } from '#shared/activities/notifications.ts';
import { operations } from '#shared/activities/operations.ts';
import { productCategories, products } from '#shared/leads/products.ts';
import { profile } from '#shared/accounts/profile.ts';
import { publicLeads } from '#shared/leads/public-leads.ts';
import { reminderCalendar } from '#shared/activities/reminder-calendar.ts';
import { phoneCalls } from '#shared/activities/phone-calls.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { reports } from '#shared/activities/reports.ts';
import { roles } from '#shared/accounts/roles.ts';
import { scim } from '#shared/accounts/scim.ts';
import { search } from '#shared/activities/search.ts';
import { serviceTokens } from '#shared/accounts/service-tokens.ts';
import { sources } from '#shared/company/sources.ts';
import { sourcePosts } from '#shared/company/source-posts.ts';
import { targets } from '#shared/activities/targets.ts';
import { users } from '#shared/accounts/users.ts';
import { webhooks } from '#shared/company/webhooks.ts';
import { workingHours } from '#shared/company/working-hours.ts';

/**
 * Every feature by the name of its contract. Feature and call names make up the name of a call, for example
 * `leads.list`.
 */
export const FEATURES: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  health,
  metrics,
  auth,
  accessTokens,
  profile,
  users,
  roles,
  clients,
  fieldConfiguration,
  leads,
  search,
  leadImport,
  leadExport,
  leadHistory,
  leadPage,
  leadMessages,
  contactDetails,
  leadNotes,
  leadViews,
  messageTemplates,
  leadBoard,
  leadVisibility,
  secondFactor,
  passkeys,
  proof,
  companySignIn,
  scim,
  calendarFeed,
  push,
  workingHours,
  callLogs,
  phoneCalls,
  reminders,
  reminderCalendar,
  myDay,
  notifications,
  leadBulk,
  leadTrash,
  leadDuplicates,
  operations,
  products,
  productCategories,
  dashboard,
  reports,
  distribution,
  absences,
  targets,
  apiKeys,
  serviceTokens,
  webhooks,
  sources,
  sourcePosts,
  publicLeads,
  auditLog,
  backups,
  accessLinks,
  demoRequests,
  events,
};

/** Every call of the API. The server refuses to start when one of them has no route. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(FEATURES).flatMap((feature) =>
  Object.values(feature),
);
