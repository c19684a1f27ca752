import { accessTokens } from '#shared/access-tokens.ts';
import { accessLinks } from '#shared/access-links.ts';
import { apiKeys } from '#shared/api-keys.ts';
import { auditLog } from '#shared/audit.ts';
import { auth } from '#shared/auth.ts';
import { backups } from '#shared/backups.ts';
import { companySignIn } from '#shared/company-sign-in.ts';
import { callLogs } from '#shared/call-logs.ts';
import { clients } from '#shared/clients.ts';
import { absences } from '#shared/absences.ts';
import { distribution } from '#shared/distribution.ts';
import { dashboard } from '#shared/dashboard.ts';
import { demoRequests } from '#shared/demo-requests.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { events } from '#shared/events.ts';
import { fieldConfiguration } from '#shared/field-configuration.ts';
import { health } from '#shared/health.ts';
import { leadBoard } from '#shared/lead-board.ts';
import { leadBulk } from '#shared/lead-bulk.ts';
import { leadDuplicates } from '#shared/lead-duplicates.ts';
import { leadExport } from '#shared/lead-export.ts';
import { leadHistory } from '#shared/lead-history.ts';
import { leadPage } from '#shared/lead-page.ts';
import { leadImport } from '#shared/lead-import.ts';
import { contactDetails } from '#shared/contact-details.ts';
import { leadMessages } from '#shared/lead-messages.ts';
import { leadNotes } from '#shared/lead-notes.ts';
import { leadTrash } from '#shared/lead-trash.ts';
import { leadVisibility } from '#shared/lead-visibility.ts';
import { calendarFeed } from '#shared/calendar-feed.ts';
import { push } from '#shared/push-devices.ts';
import { passkeys } from '#shared/passkeys.ts';
import { proof } from '#shared/proof.ts';
import { secondFactor } from '#shared/second-factor.ts';
import { leadViews } from '#shared/lead-views.ts';
import { messageTemplates } from '#shared/message-templates.ts';
import { leads } from '#shared/leads.ts';
import { metrics } from '#shared/metrics.ts';
import { myDay } from '#shared/my-day.ts';
import { notifications } from '#shared/notifications.ts';
import { operations } from '#shared/operations.ts';
import { productCategories, products } from '#shared/products.ts';
import { profile } from '#shared/profile.ts';
import { publicLeads } from '#shared/public-leads.ts';
import { reminderCalendar } from '#shared/reminder-calendar.ts';
import { phoneCalls } from '#shared/phone-calls.ts';
import { reminders } from '#shared/reminders.ts';
import { reports } from '#shared/reports.ts';
import { roles } from '#shared/roles.ts';
import { scim } from '#shared/scim.ts';
import { search } from '#shared/search.ts';
import { serviceTokens } from '#shared/service-tokens.ts';
import { sources } from '#shared/sources.ts';
import { sourcePosts } from '#shared/source-posts.ts';
import { targets } from '#shared/targets.ts';
import { users } from '#shared/users.ts';
import { webhooks } from '#shared/webhooks.ts';
import { workingHours } from '#shared/working-hours.ts';

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
