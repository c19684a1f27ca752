import type { ComponentType } from 'react';
import { DistributionSettings } from '#web/features/distribution/DistributionSettings.tsx';
import { LeadFields } from '#web/features/field-configuration/LeadFields.tsx';
import { TemplateSettings } from '#web/features/message-templates/TemplateSettings.tsx';
import { ApiPanel } from '#web/pages/settings/ApiPanel.tsx';
import { AuditPanel } from '#web/pages/settings/AuditPanel.tsx';
import { ClientsPanel } from '#web/pages/settings/ClientsPanel.tsx';
import { RolesPanel } from '#web/pages/settings/RolesPanel.tsx';
import { TargetsPanel } from '#web/pages/settings/TargetsPanel.tsx';
import { TeamsPanel } from '#web/pages/settings/TeamsPanel.tsx';
import { UsersPanel } from '#web/pages/settings/UsersPanel.tsx';
import { WorkingHoursPanel } from '#web/pages/settings/WorkingHoursPanel.tsx';
import type { SettingsTabName } from '#web/settings-tabs.ts';

const PANELS: Record<Exclude<SettingsTabName, 'general'>, ComponentType> = {
  fields: LeadFields,
  templates: TemplateSettings,
  distribution: DistributionSettings,
  hours: WorkingHoursPanel,
  clients: ClientsPanel,
  api: ApiPanel,
  users: UsersPanel,
  teams: TeamsPanel,
  targets: TargetsPanel,
  roles: RolesPanel,
  audit: AuditPanel,
};

/** All tabs except the general one, in one chunk: they are similar and small. */
export function AdminPanel({ tab }: { tab: keyof typeof PANELS }) {
  const Panel = PANELS[tab];
  return <Panel key={tab} />;
}
