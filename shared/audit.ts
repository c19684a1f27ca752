import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { text } from '#shared/fields.ts';
import { PageQuery } from '#shared/pagination.ts';

/** The actions in the audit log, with their descriptions. */
export const AUDIT_ACTIONS = {
  sign_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  refresh_reuse: 'Copied session ended',
  session_ended: 'Signed out on another device',
  signed_out_everywhere: 'Signed out everywhere',
  email_change_requested: 'Email change asked for',
  email_changed: 'Email changed',
  second_factor_added: 'Authenticator app added',
  second_factor_removed: 'Authenticator app removed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  second_factor_failed: 'Wrong code or passkey at sign-in',
  second_factor_reset: 'Two-step sign-in reset',
  second_factor_required: 'Requirement of two-step sign-in changed',
  company_sign_in_changed: 'Company sign-in changed',
  company_sign_in_removed: 'Company sign-in removed',
  provider_person_bound: 'Connected with the company’s provider',
  signed_in_by_provider: 'Signed in at the company’s provider',
  provider_sign_in_failed: 'Sign-in at the company’s provider failed',
  signed_out_by_provider: 'Signed out at the company’s provider',
  scim_token_created: 'SCIM token created',
  scim_token_removed: 'SCIM token removed',
  recovery_codes_made: 'Recovery codes made',
  recovery_code_used: 'Signed in with a recovery code',
  superadmin_restored: 'Super Admin let in by the operator',
  password_changed: 'Password changed',
  password_reset_requested: 'Password link asked for',
  reset_link_created: 'Password link made',
  password_reset: 'Password set by link',
  user_created: 'User created',
  user_invited: 'User invited',
  user_registered: 'Invitation accepted',
  user_changed: 'User changed',
  user_activated: 'User activated',
  user_deactivated: 'User deactivated',
  work_handed_over: 'Open work handed over',
  client_created: 'Client added',
  client_changed: 'Client changed',
  client_activated: 'Client activated',
  client_deactivated: 'Client deactivated',
  client_archived: 'All data of a client downloaded',
  client_removed: 'Client removed',
  client_restored: 'Client restored from a backup',
  fields_configured: 'Lead fields configured',
  visibility_changed: 'Visibility of leads changed',
  working_hours_changed: 'Working hours changed',
  distribution_changed: 'Rules of distribution changed',
  source_cost_changed: 'Cost of a source changed',
  user_limit_changed: 'Limit of open leads changed',
  absence_changed: 'Absence of a user changed',
  target_changed: 'Target of a user changed',
  lead_erased: 'Lead erased for ever',
  leads_exported: 'Leads exported',
  contact_details_shown: 'Was shown masked contact details',
  access_token_created: 'Access token created',
  access_token_removed: 'Access token removed',
  service_token_created: 'Service token created',
  service_token_removed: 'Service token removed',
  calendar_feed_created: 'Calendar feed created',
  calendar_feed_removed: 'Calendar feed removed',
  api_key_created: 'API key created',
  api_key_rotated: 'API key rotated',
  api_key_deactivated: 'API key deactivated',
  webhook_created: 'Webhook created',
  webhook_changed: 'Webhook changed',
  webhook_secret_replaced: 'Secret of a webhook replaced',
  webhook_deleted: 'Webhook deleted',
  source_created: 'Source created',
  source_changed: 'Source changed',
  source_secret_replaced: 'Secret of a source replaced',
  source_deleted: 'Source deleted',
  api_key_in_address: 'API key sent in an address',
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

export const AuditLine = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** A key of AUDIT_ACTIONS, or an action that a newer version has logged. */
  action: z.string(),
  /** A person, or a service token, for example `Service token Nightly report`. */
  actor_name: z.nullable(z.string()),
  actor_role: z.nullable(z.string()),
  client_name: z.nullable(z.string()),
  /** The user, client or service token that the action concerns, if it still exists. */
  object_name: z.nullable(z.string()),
  details: z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  address: z.nullable(z.string()),
});
export type AuditLine = z.infer<typeof AuditLine>;

const day = (name: string) => z.optional(z.iso.date(`${name} must be a day such as 2026-11-30.`));

export const auditLog = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    permission: 'audit.read',
    tag: 'Audit log',
    summary: 'Sign-ins, exports and changes of users, clients, keys and fields, newest first',
    query: z.object({
      search: z.optional(text(100, 'The search text')),
      action: z.optional(text(60)),
      from_date: day('from_date'),
      to_date: day('to_date'),
      page: PageQuery.page,
      limit: z._default(PageQuery.limit.def.innerType, 50),
    }),
    data: z.object({ entries: z.array(AuditLine) }),
    paginated: true,
  }),
};
