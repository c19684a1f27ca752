import { contactTimeLabel } from '#shared/activities/contact-times.ts';
import { formatDate, formatDateTime } from '#shared/values/dates.ts';
import type { FieldKey, LeadField } from '#shared/fields/lead-fields.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { Option } from '#shared/fields/lead-options.ts';
import { valueOf } from '#shared/leads/lead.ts';
import type { Lead } from '#shared/leads/lead.ts';
import classes from '#web/leads/fields/LeadFieldValue.module.css';
import { ZoneMark } from '#web/leads/ZoneNote.tsx';
import { PhoneNumber } from '#web/leads/ways/PhoneNumber.tsx';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { callTone, interestTone, sourceTone, statusTone } from '#web/leads/fields/tones.ts';
import { useNow } from '#web/lib/hooks/useNow.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { Tone } from '#web/ui/Badge.tsx';
import { InitialsAvatar } from '#web/ui/InitialsAvatar.tsx';
import { Money } from '#web/ui/Money.tsx';
import styles from '#web/leads/fields/LeadTags.module.css';

type Props = {
  lead: Lead;
  field: FieldKey;
  timeZone: string;
  /** The titles and options of the lead's client. */
  fields: FieldSettings;
  /** Lists use the short form: dates without the time, two tags. */
  isShort?: boolean;
};

const NOTHING = <span className={classes.nothing}>-</span>;

/** A lead field as people read it: badges, money, dates in the client's time zone. */
export function LeadFieldValue(props: Props) {
  const { lead, field, timeZone, fields, isShort = false } = props;
  const options = fields.options(field);
  switch (field) {
    case 'status':
      return <OptionBadge options={options} value={lead.status} tone={statusTone} />;
    case 'source':
      return <OptionBadge options={options} value={lead.source} tone={sourceTone} isQuiet />;
    case 'interest_level':
      return <OptionBadge options={options} value={lead.interest_level} tone={interestTone} />;
    case 'call_status':
      return <OptionBadge options={options} value={lead.call_status} tone={callTone} />;
    case 'tags':
      return lead.tags.length > 0 ? <LeadTags tags={lead.tags} most={isShort ? 2 : undefined} /> : NOTHING;
    case 'lead_score':
      return <span className={classes.number}>{(lead.lead_score / 10).toFixed(1)} / 10</span>;
    case 'age':
      return lead.age > 0 ? `${lead.age} years` : <span className={classes.nothing}>Not specified</span>;
    case 'assigned_to':
      return <Person name={lead.assigned_user_name} otherwise="Unassigned" />;
    case 'created_by':
      return <Person name={lead.created_user_name} otherwise="-" />;
    case 'updated_by':
      return <Person name={lead.updated_user_name} otherwise="-" />;
    case 'next_followup_date':
      return <FollowUp lead={lead} timeZone={timeZone} isShort={isShort} />;
    case 'phone':
      return lead.phone ? <PhoneNumber phone={lead.phone} country={lead.client_country} /> : NOTHING;
    default:
      return (
        <Plain
          value={plainValue(lead, field)}
          type={fields.field(field).type}
          options={options}
          timeZone={timeZone}
          isShort={isShort}
        />
      );
  }
}

function plainValue(lead: Lead, field: FieldKey) {
  if (field === 'product_id') return lead.product_name;
  const value = valueOf(lead, field);
  return field === 'preferred_contact_time' ? contactTimeLabel(String(value ?? '')) : value;
}

type PlainProps = Pick<Props, 'timeZone' | 'isShort'> & {
  value: ReturnType<typeof valueOf>;
  type: LeadField['type'];
  options: readonly Option[];
};

function Plain({ value, type, options, timeZone, isShort }: PlainProps) {
  if (value === null || value === '') return NOTHING;
  if (Array.isArray(value)) return <LeadTags tags={value} most={isShort ? 2 : undefined} />;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') {
    return type === 'money' ? <Money amount={value} /> : <span className={classes.number}>{value}</span>;
  }
  if (type === 'datetime') {
    const full = formatDateTime(value, timeZone);
    return (
      <span className={classes.number} title={full}>
        {isShort ? formatDate(value, timeZone) : full}
      </span>
    );
  }
  const text = options.length > 0 ? optionLabel(value, options) : value;
  return (
    <span className={isShort ? classes.short : classes.text} title={isShort ? text : undefined} dir="auto">
      {text}
    </span>
  );
}

type OptionBadgeProps = {
  options: readonly Option[];
  value: string | null;
  tone: (value: string, options: readonly Option[]) => Tone;
  isQuiet?: boolean;
};

function OptionBadge({ options, value, tone, isQuiet }: OptionBadgeProps) {
  if (!value) return NOTHING;
  return (
    <Badge tone={tone(value, options)} withDot isQuiet={isQuiet}>
      {optionLabel(value, options)}
    </Badge>
  );
}

function Person({ name, otherwise }: { name: string | null; otherwise: string }) {
  if (!name) return <span className={classes.nothing}>{otherwise}</span>;
  return (
    <span className={classes.person} title={name}>
      <InitialsAvatar name={name} size={20} round />
      <span className={classes.short} dir="auto">
        {name}
      </span>
    </span>
  );
}

/** The next step, marked as overdue in words and colour. */
function FollowUp({ lead, timeZone, isShort }: Pick<Props, 'lead' | 'timeZone' | 'isShort'>) {
  const now = useNow();
  if (!lead.next_followup_date) return NOTHING;
  const isOverdue = Date.parse(lead.next_followup_date) < now && !lead.is_archived;
  const text = formatDateTime(lead.next_followup_date, timeZone);
  return (
    <span
      className={classes.number}
      data-overdue={isOverdue || undefined}
      title={isOverdue ? `Overdue: ${text}` : text}
    >
      {text}
      {isShort && <ZoneMark timeZone={timeZone} />}
    </span>
  );
}

/** The tags of a lead. With `most`, only that many and the number of others. */
function LeadTags({ tags, most }: { tags: readonly string[]; most?: number }) {
  const rest = most === undefined ? [] : tags.slice(most);
  return (
    <span className={styles.tags} data-wraps={most === undefined || undefined}>
      {tags.slice(0, most).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {rest.length > 0 && (
        <span className={styles.more} title={rest.join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}
