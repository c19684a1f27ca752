import type { ComponentProps } from 'react';
import { valueOf } from '#shared/lead.ts';
import { LeadFieldValue } from '#web/leads/LeadFieldValue.tsx';
import { PhoneNumber } from './PhoneNumber.tsx';
import { mailAddress } from './contact-addresses.ts';

/** A field of a lead, read-only. Email addresses and phone numbers are links. */
export function ReachableValue(props: ComponentProps<typeof LeadFieldValue>) {
  const { lead, field, fields } = props;
  const value = valueOf(lead, field);
  const { type } = fields.field(field);
  const text = <LeadFieldValue {...props} />;
  if (typeof value !== 'string' || value === '') return text;
  if (type === 'email') return <a href={mailAddress(value)}>{text}</a>;
  if (type === 'phone') return <PhoneNumber phone={value} country={lead.client_country} isLink />;
  return text;
}
