import * as z from 'zod/mini';
import { isFieldKey } from '#shared/fields/custom-fields.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';

/** How many masked phone numbers and emails a person may be shown in an hour. */
export const SHOWN_PER_HOUR = 120;
const MOST_FIELDS = 20;

const FieldName = z.string().check(z.refine(isFieldKey, 'This is not a field of a lead.'));

export const contactDetails = {
  show: endpoint({
    method: 'POST',
    path: '/leads/:id/contact-details',
    permission: 'leads.read',
    changes: ['leads'],
    tag: 'Leads',
    summary:
      'The whole phone number or email of a lead, by field, for callers who read them masked; noted in its history and in the audit log, and limited per hour',
    params: z.object({ id: Id }),
    body: z.object({
      /** `phone`, `email`, `name`, or the key of a custom field. */
      fields: z
        .array(FieldName, 'fields must be a list.')
        .check(
          z.minLength(1, 'Name a field.'),
          z.maxLength(MOST_FIELDS, `Name at most ${MOST_FIELDS} fields.`),
        ),
    }),
    /** Null for a field without a value, or one that is not a phone number, an email or the name. */
    data: z.object({ values: z.record(z.string(), z.nullable(z.string())) }),
  }),
};
