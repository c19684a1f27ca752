import type { ComponentType } from 'react';
import { can } from '#shared/accounts/permissions.ts';
import type { Permission, Role } from '#shared/accounts/permissions.ts';

type Panel =
  | { load: () => Promise<ComponentType> }
  /** The settings of one client. `ofClient` says what appears once a client is chosen. */
  | { load: () => Promise<ComponentType<{ clientId: string }>>; ofClient: string };

export type SettingsPart = Panel & {
  part: string;
  label: string;
  /** Shown below the page's title, and beside the part in the search. */
  description: string;
  /** Users with this permission see the part; others get its message. */
  permission: Permission;
  /** Other words by which people look for the part. */
  words: string;
  /** The name of the tab that it was earlier, if another. */
  formerly?: string;
};

/** A tab without parts that a user may use is hidden. `permission` is that of the tab in the bar. */
export type SettingsTab = {
  tab: string;
  label: string;
  permission: Permission;
  parts: readonly SettingsPart[];
};

/** The tabs of the settings and their parts, in order. Names of parts are unique. */
export const SETTINGS_TABS: readonly SettingsTab[] = [
  {
    tab: 'general',
    label: 'General',
    permission: 'session.own',
    parts: [
      {
        part: 'you',
        label: 'You',
        description: 'Your profile, notifications, two-step sign-in, devices and access tokens',
        permission: 'session.own',
        words:
          'name email password push phone calendar ics google outlook subscribe two-step 2fa mfa totp authenticator second factor security sessions sign out personal api token weekly reports',
        load: async () => (await import('#web/pages/settings/YouPanel.tsx')).YouPanel,
      },
      {
        part: 'company',
        label: 'Company',
        description: 'Working hours, first contact, sign-in and all data',
        permission: 'distribution.manage',
        words:
          'holidays days opening time sla promise minutes two-step 2fa mfa required sso single sign-on openid oidc google entra okta keycloak scim directory provisioning archive backup download',
        formerly: 'hours',
        ofClient: 'Its working hours and first contact appear here.',
        load: async () => (await import('#web/pages/settings/CompanyPanel.tsx')).CompanyPanel,
      },
      {
        part: 'templates',
        label: 'Templates',
        description: 'WhatsApp and email templates, filled in for each lead',
        permission: 'messages.write',
        words: 'messages texts sms quick replies',
        ofClient: 'Its templates appear here.',
        load: async () =>
          (await import('#web/features/message-templates/TemplateSettings.tsx')).TemplateSettings,
      },
      {
        part: 'history',
        label: 'History',
        description: 'Recent operations, which can be undone, and the trash',
        permission: 'session.own',
        words: 'undo deleted restore recycle bin erase imports bulk changes recover',
        load: async () => (await import('#web/pages/settings/HistoryPanel.tsx')).HistoryPanel,
      },
    ],
  },
  {
    tab: 'fields',
    label: 'Lead Fields',
    permission: 'fields.configure',
    parts: [
      {
        part: 'fields',
        label: 'Fields',
        description: 'The fields of a lead, their names, and where they appear',
        permission: 'fields.configure',
        words: 'custom columns form required hidden removed options sources dropdown properties',
        ofClient: 'Its fields, their order and their options appear here.',
        load: async () => (await import('#web/features/field-configuration/LeadFields.tsx')).LeadFields,
      },
      {
        part: 'pipeline',
        label: 'Pipeline',
        description: 'The statuses of a lead in order, and the reasons for losing one',
        permission: 'fields.configure',
        words: 'stages status won converted lost reason funnel board columns colour color',
        ofClient: 'Its statuses and lost reasons appear here.',
        load: async () => (await import('#web/features/field-configuration/Pipeline.tsx')).Pipeline,
      },
    ],
  },
  {
    tab: 'clients',
    label: 'Clients',
    permission: 'clients.manage',
    parts: [
      {
        part: 'clients',
        label: 'Clients',
        description: 'Manage your client accounts and details',
        permission: 'clients.manage',
        words: 'company companies tenants schema subscription amount paid archive time zone',
        load: async () => (await import('#web/pages/settings/ClientsPanel.tsx')).ClientsPanel,
      },
    ],
  },
  {
    tab: 'api',
    label: 'API',
    permission: 'api_keys.manage',
    parts: [
      {
        part: 'sources',
        label: 'Lead sources',
        description: 'Portals and programs that deliver leads, and telephone systems that log calls',
        permission: 'api_keys.manage',
        words:
          'indiamart justdial tradeindia 99acres magicbricks housing facebook meta google lead ads integrations connect deliveries',
        load: async () => (await import('#web/pages/settings/SourcesPanel.tsx')).SourcesPanel,
      },
      {
        part: 'keys',
        label: 'Website keys',
        description: 'API keys for the enquiry forms of websites',
        permission: 'api_keys.manage',
        words: 'contact form domain origin rotate wordpress landing page',
        load: async () => (await import('#web/pages/settings/KeysPanel.tsx')).KeysPanel,
      },
      {
        part: 'tokens',
        label: 'Tokens',
        description: "Service tokens for the company's own programs",
        permission: 'api_keys.manage',
        words: 'api token bearer zapier make scripts integrations',
        load: async () => (await import('#web/pages/settings/ServiceTokensPanel.tsx')).ServiceTokensPanel,
      },
      {
        part: 'webhooks',
        label: 'Webhooks',
        description: 'Events sent to other programs',
        permission: 'api_keys.manage',
        words: 'callback endpoint zapier slack notify integrations deliveries',
        load: async () => (await import('#web/pages/settings/WebhooksPanel.tsx')).WebhooksPanel,
      },
    ],
  },
  {
    tab: 'users',
    label: 'Users',
    permission: 'users.manage',
    parts: [
      {
        part: 'people',
        label: 'People',
        description: 'People and their roles',
        permission: 'users.manage',
        words: 'users invite add user deactivate password reset manager employees staff colleagues',
        load: async () => (await import('#web/pages/settings/UsersPanel.tsx')).UsersPanel,
      },
      {
        part: 'invitations',
        label: 'Invitations',
        description: 'Invitations by link that nobody has accepted yet',
        permission: 'users.create',
        words: 'invite pending revoke resend expired links',
        load: async () => (await import('#web/pages/settings/InvitationsPanel.tsx')).InvitationsPanel,
      },
      {
        part: 'teams',
        label: 'Teams',
        description: 'Reporting lines and lead visibility',
        permission: 'visibility.manage',
        words: 'hierarchy managers who sees leads privacy permissions duplicate warnings',
        ofClient: 'Its teams and lead visibility appear here.',
        load: async () => (await import('#web/pages/settings/TeamsPanel.tsx')).TeamsPanel,
      },
      {
        part: 'distribution',
        label: 'Distribution',
        description: 'Rules that assign incoming leads',
        permission: 'distribution.manage',
        words: 'assignment round robin automatic routing limits open leads share out',
        ofClient: 'Its rules appear here.',
        load: async () =>
          (await import('#web/features/distribution/DistributionSettings.tsx')).DistributionSettings,
      },
      {
        part: 'absences',
        label: 'Absences',
        description: 'When people are away, and who covers their follow-ups',
        permission: 'absences.write',
        words: 'leave vacation holidays sick away out of office cover',
        ofClient: 'The absences of its people appear here.',
        load: async () => (await import('#web/features/distribution/Absences.tsx')).Absences,
      },
      {
        part: 'targets',
        label: 'Targets',
        description: 'Monthly targets for each person',
        permission: 'targets.manage',
        words: 'quota goals month won value calls',
        ofClient: 'Its people’s targets appear here.',
        load: async () => (await import('#web/features/targets/TargetSettings.tsx')).TargetSettings,
      },
    ],
  },
  {
    tab: 'roles',
    label: 'Roles',
    permission: 'roles.read',
    parts: [
      {
        part: 'roles',
        label: 'Roles',
        description: 'What each role may do',
        permission: 'roles.read',
        words: 'permissions rights access',
        load: async () => (await import('#web/pages/settings/RolesPanel.tsx')).RolesPanel,
      },
      {
        part: 'audit',
        label: 'Audit Log',
        description: 'Sign-ins, exports, and changes to users, clients and keys',
        permission: 'audit.read',
        words: 'log security sign-ins exports history activity',
        load: async () => (await import('#web/pages/settings/AuditPanel.tsx')).AuditPanel,
      },
    ],
  },
];

/**
 * The tabs that a role sees, each with the parts that it may use. Parts whose own tab is hidden stand under the
 * first tab.
 */
export function settingsOf(role: Role | undefined): SettingsTab[] {
  const visible = SETTINGS_TABS.filter(({ permission }) => can(role, permission));
  const usable = (parts: readonly SettingsPart[]) => parts.filter(({ permission }) => can(role, permission));
  const homeless = SETTINGS_TABS.filter((tab) => !visible.includes(tab)).flatMap(({ parts }) =>
    usable(parts),
  );
  return visible.map((tab, place) => ({
    ...tab,
    parts: [...usable(tab.parts), ...(place === 0 ? homeless : [])],
  }));
}
