import Mail from 'lucide-react/icons/mail';
import MessageCircle from 'lucide-react/icons/message-circle';
import Phone from 'lucide-react/icons/phone';
import type { LucideIcon } from 'lucide-react';
import type { Lead } from '#shared/lead.ts';
import { ZoneNote } from '#web/leads/ZoneNote.tsx';
import { LeadFieldValue } from '#web/leads/LeadFieldValue.tsx';
import classes from '#web/leads/LeadHeading.module.css';
import { mailAddress, phoneAddress, whatsAppAddress } from '#web/leads/contact-addresses.ts';
import type { FieldSettings } from '#web/leads/field-settings.ts';
import { positionOf } from '#web/leads/lead-cards.ts';
import { InitialsAvatar } from '#web/ui/InitialsAvatar.tsx';

type Props = {
  lead: Lead;
  fields: FieldSettings;
  timeZone: string;
  /** Called when the dialler is opened; the number is shown then, for people who dial by hand. */
  onCall?: () => void;
};

/** Name, position, states, and the three ways to reach the lead. */
export function LeadHeading({ lead, fields, timeZone, onCall }: Props) {
  const position = positionOf(lead, fields);
  return (
    <header className={classes.heading}>
      <InitialsAvatar name={lead.name} size={52} />
      <div className={classes.who}>
        <h2 className={classes.name} dir="auto">
          {lead.name}
        </h2>
        {position && (
          <p className={classes.position} dir="auto">
            {position}
          </p>
        )}
        <div className={classes.badges}>
          {fields.isShown('status') && (
            <LeadFieldValue lead={lead} field="status" fields={fields} timeZone={timeZone} />
          )}
          <span className={classes.call}>
            Call <LeadFieldValue lead={lead} field="call_status" fields={fields} timeZone={timeZone} />
          </span>
          {lead.is_archived && <span className={classes.flag}>Archived</span>}
          {lead.is_duplicate && <span className={classes.flag}>Duplicate</span>}
        </div>
        <ZoneNote timeZone={timeZone} />
      </div>
      <div className={classes.ways}>
        {lead.phone && (
          <Way
            href={phoneAddress(lead.phone)}
            label={onCall ? lead.phone : 'Call'}
            icon={Phone}
            onClick={onCall}
          />
        )}
        {lead.phone && <Way href={whatsAppAddress(lead.phone)} label="WhatsApp" icon={MessageCircle} />}
        {lead.email && <Way href={mailAddress(lead.email)} label="Email" icon={Mail} />}
      </div>
    </header>
  );
}

type WayProps = { href: string; label: string; icon: LucideIcon; onClick?: (() => void) | undefined };

function Way({ href, label, icon: Icon, onClick }: WayProps) {
  const isOutside = href.startsWith('https:');
  return (
    <a
      className={classes.way}
      href={href}
      onClick={onClick}
      {...(isOutside && { target: '_blank', rel: 'noreferrer' })}
    >
      <Icon size={15} aria-hidden="true" />
      {label}
    </a>
  );
}
