import type { Role } from '#shared/accounts/permissions.ts';

/** A person who works for a client; `former` people keep their records and cannot sign in. */
export type Staff = {
  first: string;
  last: string;
  email: string;
  role: Role;
  former?: true;
};

/** A person of the client with the id of their account. */
export type SampleMember = Staff & { id: string };

type SampleProduct = {
  category: string;
  sku: string;
  name: string;
  price: number | null;
  description: string | null;
  isActive?: false;
};

/** The differences between sample companies; everything else is random. */
export type SampleClient = {
  seed: number;
  name: string;
  schema: string;
  amountPaid: number;
  leads: number;
  staff: readonly Staff[];
  products: readonly SampleProduct[];
  /** Sources by weight, some of them not in the list of options. */
  sources: Readonly<Record<string, number>>;
  /** Rupees that a source costs in a typical month; the others cost nothing. */
  costs: Readonly<Record<string, number>>;
  /** Statuses between first contact and decision that this client has in addition to the default ones. */
  laterStatuses: readonly string[];
  campaigns: readonly string[];
  tags: readonly string[];
  cities: Readonly<Record<string, number>>;
  areas: readonly string[];
  companies: readonly string[];
  /** The share of leads with a company. */
  companyShare: number;
  designations: readonly string[];
  requirements: readonly string[];
  notes: readonly string[];
  calls: Readonly<Record<'talked' | 'missed' | 'won' | 'lost', readonly string[]>>;
  reminders: readonly string[];
};
