import { ArchiveDownload } from '#web/features/clients/ArchiveDownload.tsx';
import { Directory } from '#web/features/company-sign-in/Directory.tsx';
import { CompanySignIn } from '#web/features/company-sign-in/CompanySignIn.tsx';
import { FirstContact } from '#web/features/distribution/FirstContact.tsx';
import { FactorRules } from '#web/features/second-factor/FactorRules.tsx';
import { WorkingHours } from '#web/features/working-hours/WorkingHours.tsx';
import classes from '#web/pages/SettingsPage.module.css';
import { Section } from '#web/pages/settings/Section.tsx';
import { useCan } from '#web/session/useCan.ts';

/** The settings of a whole company: its working hours, its time to a first contact, two-step sign-in, its own sign-in, and all its data. */
export function CompanyPanel({ clientId }: { clientId: string }) {
  const maySetHours = useCan('working_hours.manage');
  const mayRequire = useCan('second_factor.require');
  const maySetUp = useCan('company_sign_in.manage');
  const mayDownload = useCan('clients.archive');
  return (
    <div className={classes.page}>
      {maySetHours && (
        <Section
          title="Working hours"
          text="First-contact limits and times count only these hours. Morning emails are sent on working days. Changes apply to new leads and contacts."
        >
          <WorkingHours clientId={clientId} />
        </Section>
      )}
      <Section
        title="First contact"
        text="How soon a lead that comes in by itself should be contacted, in working minutes. If nobody has called by then, managers and admins are notified once, and the lead is marked until someone calls. Leave it empty for no limit."
      >
        <FirstContact clientId={clientId} />
      </Section>
      {mayRequire && (
        <Section
          title="Two-step sign-in"
          text="Who must use a passkey, or a code from an authenticator app after the password. They set it up at their next sign-in; until then their sessions and access tokens stop working."
        >
          <FactorRules clientId={clientId} />
        </Section>
      )}
      {maySetUp && (
        <Section
          title="Company sign-in"
          text="People sign in with the company’s own accounts, such as Google, Microsoft Entra or Keycloak, instead of a password."
        >
          <CompanySignIn clientId={clientId} />
        </Section>
      )}
      {maySetUp && (
        <Section
          title="Directory"
          text="A directory such as Microsoft Entra or Okta adds, changes and deactivates people here by SCIM, when they join or leave."
        >
          <Directory clientId={clientId} />
        </Section>
      )}
      {mayDownload && (
        <Section title="All data" text="All data of the company, as one file.">
          <ArchiveDownload clientId={clientId} />
        </Section>
      )}
    </div>
  );
}
