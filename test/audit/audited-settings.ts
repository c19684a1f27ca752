import { contactDetails } from '#shared/values/contact-details.ts';
import { absences } from '#shared/company/absences.ts';
import { distribution } from '#shared/company/distribution.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { workingHours } from '#shared/company/working-hours.ts';
import { targets } from '#shared/activities/targets.ts';
import { reports } from '#shared/activities/reports.ts';
import type { TestApp } from '#test/app.ts';
import { createLead, createPerson } from '#test/world.ts';
import type { World } from '#test/world.ts';

/** The calls behind the audit lines about a client's rules, and what each line must contain. */
export function settingCalls({ app, world: { alpha } }: { app: TestApp; world: World }) {
  const { id: clientId, admin } = alpha;
  const byAdmin = { actor_id: admin.id, client_id: clientId };
  const aRep = async () => (await createPerson(app, 'salesrep', clientId)).id;
  return {
    distribution_changed: async () => {
      await app.call(distribution.save, { body: { rules: [] } }, admin.token);
      return byAdmin;
    },
    source_cost_changed: async () => {
      const body = { source: 'website', month: '2026-10', cost: 1500 };
      await app.call(reports.setCost, { body }, admin.token);
      return byAdmin;
    },
    user_limit_changed: async () => {
      const id = await aRep();
      await app.call(distribution.setLimit, { params: { id }, body: { max_open_leads: 40 } }, admin.token);
      return { ...byAdmin, object_id: id };
    },
    absence_changed: async () => {
      const user_id = await aRep();
      const body = { user_id, first_day: '2040-01-01', last_day: null };
      await app.call(absences.create, { body }, admin.token);
      return { ...byAdmin, object_id: user_id };
    },
    target_changed: async () => {
      const id = await aRep();
      const body = { month: '2040-01', calls: 40, converted: null, converted_value: null };
      await app.call(targets.change, { params: { id }, body }, admin.token);
      return { ...byAdmin, object_id: id };
    },
    working_hours_changed: async () => {
      const body = { all_hours: false, from: '10:00' };
      await app.call(workingHours.update, { params: { id: clientId }, body }, admin.token);
      return { ...byAdmin, object_id: clientId };
    },
    contact_details_shown: async () => {
      const rep = await createPerson(app, 'salesrep', clientId);
      const { id } = await createLead(app, rep, { phone: '98765 43210' });
      const choose = async (salesrepContacts: 'masked' | 'full') =>
        await app.call(
          leadVisibility.update,
          { params: { id: clientId }, body: { salesrepContacts } },
          admin.token,
        );
      await choose('masked');
      await app.call(contactDetails.show, { params: { id }, body: { fields: ['phone'] } }, rep.token);
      const line = { actor_id: rep.id, client_id: clientId };
      await choose('full');
      return line;
    },
    visibility_changed: async () => {
      const body = { salesrep: 'company' } as const;
      await app.call(leadVisibility.update, { params: { id: clientId }, body }, admin.token);
      return { ...byAdmin, object_id: clientId };
    },
  };
}
