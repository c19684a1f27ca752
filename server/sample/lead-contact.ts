import type { Person } from './people.ts';
import { phoneNumber } from './people.ts';
import type { Random } from './random.ts';
import type { SampleClient } from './sample-client.ts';

/** The person of a lead: the columns that do not depend on later events. */
export function contactOf(random: Random, client: SampleClient, person: Person) {
  const company = random.chance(client.companyShare) ? random.pick(client.companies) : null;
  const phone = random.chance(0.95) ? phoneNumber(random) : null;
  const hasEmail = phone === null || random.chance(0.62);
  // A leftover of an import that contained only phone numbers.
  const isBare = phone !== null && !hasEmail && random.chance(0.03);
  const some = <T>(probability: number, value: () => T) =>
    !isBare && random.chance(probability) ? value() : null;
  return {
    name: isBare ? phone : person.name,
    email: hasEmail ? emailOf(random, person, company) : null,
    phone,
    company_name: isBare ? null : company,
    designation: company && some(0.7, () => random.pick(client.designations)),
    location: some(0.85, () => random.weighted(client.cities)),
    address: some(0.25, () => random.pick(client.areas)),
    preferred_contact_time: some(0.3, () =>
      random.pick(['10:00', '11:30', '14:00', '18:30', 'morning', 'evening']),
    ),
    communication_channel: some(0.35, () => random.pick(['phone', 'whatsapp', 'email'])),
    age: some(0.35, () => random.whole(24, 66)) ?? 0,
    gender: some(0.6, () => person.gender),
    description: some(0.75, () => random.pick(client.requirements)),
    notes: some(0.4, () => random.pick(client.notes)),
    tags: tagsOf(random, client),
  };
}

/** Domains that can never be real: example.* and everything below .example are reserved. */
function emailOf(random: Random, person: Person, company: string | null): string {
  const site = /^[a-z]+(?:[ &]+[a-z]+)?/i
    .exec(company ?? '')?.[0]
    .toLowerCase()
    .replaceAll(/[ &]+/g, '-');
  const domain =
    site && random.chance(0.6)
      ? `${site}.example`
      : random.weighted({ 'example.com': 70, 'example.org': 18, 'example.net': 12 });
  const email = `${person.latin}@${domain}`;
  return random.chance(0.04) ? email.replaceAll(/(^|[.@])[a-z]/g, (start) => start.toUpperCase()) : email;
}

function tagsOf(random: Random, client: SampleClient): string[] {
  const count = Number(random.weighted({ 0: 45, 1: 28, 2: 17, 3: 7, 5: 3 }));
  return [...new Set(Array.from({ length: count }, () => random.pick(client.tags)))];
}

const UTM: Readonly<Record<string, readonly { utm_source: string; utm_medium: string }[]>> = {
  website: [
    { utm_source: 'google', utm_medium: 'organic' },
    { utm_source: 'google', utm_medium: 'cpc' },
  ],
  social_media: [
    { utm_source: 'instagram', utm_medium: 'social' },
    { utm_source: 'facebook', utm_medium: 'paid_social' },
  ],
  advertisement: [{ utm_source: 'google', utm_medium: 'cpc' }],
};

/** Tracking values of a lead from a source with tracking. */
export function campaignOf(random: Random, client: SampleClient, source: string) {
  const seen = UTM[source];
  if (!seen || random.chance(0.4)) {
    return { campaign_id: null, form_id: null, utm_source: null, utm_medium: null, utm_campaign: null };
  }
  const campaign = random.pick(client.campaigns);
  return {
    campaign_id: campaign,
    form_id: source === 'website' ? 'contact-form' : null,
    ...random.pick(seen),
    utm_campaign: campaign,
  };
}

/** A round amount near the price, between fifteen thousand and twenty-five lakh rupees. */
export function amountNear(random: Random, price: number): number {
  const wanted = price * (0.7 + 0.8 * random.next());
  const step = wanted < 50_000 ? 1000 : wanted < 500_000 ? 5000 : 50_000;
  return Math.min(2_500_000, Math.max(15_000, Math.round(wanted / step) * step));
}
