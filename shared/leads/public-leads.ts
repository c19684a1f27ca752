import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { text } from '#shared/fields/fields.ts';
import { LeadFieldsInput, NewLead } from '#shared/leads/lead.ts';

/**
 * A hidden field that only bots fill in. An enquiry with a value in it gets a normal response and is dropped.
 */
export const HONEYPOT = 'website';

const NO_CONTACT = 'Enter an email address or a phone number.';
const { email, phone, company_name, designation, location, source } = LeadFieldsInput.shape;
const { campaign_id, form_id, utm_source, utm_medium, utm_campaign, custom } = LeadFieldsInput.shape;

/** The only fields of a lead that a website's form may fill. */
export const Enquiry = z
  .object({
    name: NewLead.shape.name,
    email,
    phone,
    company_name,
    designation,
    location,
    /** A number, or an amount in text form. */
    budget: z.optional(z.nullable(z.union([z.number(), text(100, 'Budget')], 'Budget must be a number.'))),
    source,
    campaign_id,
    form_id,
    utm_source,
    utm_medium,
    utm_campaign,
    /** Values of custom fields, by name. */
    custom,
    message: z.optional(z.nullable(text(5000, 'Message'))),
    [HONEYPOT]: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
  })
  .check(
    z.refine((enquiry) => Boolean(enquiry.email || enquiry.phone || enquiry[HONEYPOT]), {
      error: NO_CONTACT,
      path: ['email'],
    }),
  );
export type Enquiry = z.infer<typeof Enquiry>;

/** The only call for API keys. The key itself identifies the client and the allowed origins. */
export const publicLeads = {
  create: endpoint({
    method: 'POST',
    path: '/public/leads',
    permission: 'public',
    changes: ['leads'],
    tag: 'Public',
    summary: 'Create a lead from a website: header X-API-Key, from an allowed origin',
    body: Enquiry,
    /** The same response for a new and a known lead: a website learns nothing about the client's leads. */
    data: z.object({ received: z.literal(true) }),
    status: 201,
  }),
};
