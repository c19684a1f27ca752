import type { Permission } from '#shared/permissions.ts';

export type SettingsTab = {
  tab: string;
  label: string;
  description: string;
  /** Users with this permission see the tab; others get its message. */
  permission: Permission;
};

/** The tabs of the settings, in order. Label and description also serve as the page's title. */
export const SETTINGS_TABS = [
  {
    tab: 'general',
    label: 'General',
    description: 'Your profile, recent operations and the trash',
    permission: 'session.own',
  },
  {
    tab: 'fields',
    label: 'Lead Fields',
    description: 'The fields of a lead, their names, and where they appear',
    permission: 'fields.configure',
  },
  {
    tab: 'templates',
    label: 'Templates',
    description: 'WhatsApp and email templates, filled in for each lead',
    permission: 'messages.write',
  },
  {
    tab: 'distribution',
    label: 'Distribution',
    description: 'Rules that assign incoming leads',
    permission: 'distribution.manage',
  },
  {
    tab: 'hours',
    label: 'Working Hours',
    description: 'Days, hours and holidays by which the time to a first contact counts',
    permission: 'working_hours.manage',
  },
  {
    tab: 'clients',
    label: 'Clients',
    description: 'Manage your client accounts and details',
    permission: 'clients.manage',
  },
  {
    tab: 'api',
    label: 'API',
    description: 'Lead sources, website keys, tokens and webhooks',
    permission: 'api_keys.manage',
  },
  {
    tab: 'users',
    label: 'Users',
    description: 'People and their roles',
    permission: 'users.manage',
  },
  {
    tab: 'teams',
    label: 'Teams',
    description: 'Reporting lines and lead visibility',
    permission: 'visibility.manage',
  },
  {
    tab: 'targets',
    label: 'Targets',
    description: 'Monthly targets for each person',
    permission: 'targets.manage',
  },
  {
    tab: 'roles',
    label: 'Roles',
    description: 'What each role may do',
    permission: 'roles.read',
  },
  {
    tab: 'audit',
    label: 'Audit Log',
    description: 'Who signed in, exported or changed users, clients and keys',
    permission: 'audit.read',
  },
] as const satisfies readonly SettingsTab[];

export type SettingsTabName = (typeof SETTINGS_TABS)[number]['tab'];
