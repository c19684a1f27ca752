import { UnstyledButton } from '@mantine/core';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { FoundLead } from '#shared/activities/search.ts';
import classes from '#web/features/search/Palette.module.css';
import type { PaletteGroup, PaletteItem } from '#web/features/search/palette-items.ts';
import { PhoneNumber } from '#web/leads/ways/PhoneNumber.tsx';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { useFieldsByClient } from '#web/leads/fields/useFieldConfiguration.ts';

/** The element id of an item, by which the palette's field refers to the chosen one. */
export const optionId = (listId: string, item: PaletteItem | undefined) => `${listId}-${item?.id}`;

type Props = {
  id: string;
  groups: readonly PaletteGroup[];
  active: PaletteItem | undefined;
  isWaiting: boolean;
  onChoose: (item: PaletteItem) => void;
  onRun: (item: PaletteItem) => void;
};

/** The items of the palette. The focus stays in its field. */
export function PaletteList({ id, groups, active, isWaiting, onChoose, onRun }: Props) {
  const found = groups.flatMap(({ items }) => items.flatMap(({ lead }) => lead ?? []));
  const fieldsOf = useFieldsByClient(found.map(({ clientId }) => clientId));
  return (
    <div className={classes.items} id={id} role="listbox" aria-label="Found" aria-busy={isWaiting}>
      {groups.map(({ label, items }) => (
        <div key={label} role="group" aria-label={label}>
          <p className={classes.group} aria-hidden="true">
            {label}
          </p>
          {items.map((item) => (
            <UnstyledButton
              key={item.id}
              id={optionId(id, item)}
              role="option"
              tabIndex={-1}
              aria-selected={item === active}
              className={classes.item}
              onPointerMove={() => onChoose(item)}
              onClick={() => onRun(item)}
            >
              <item.icon size={16} aria-hidden="true" />
              <span className={classes.label} dir="auto">
                {item.label}
              </span>
              {item.lead && <FoundFacts lead={item.lead} fields={fieldsOf(item.lead.clientId)} />}
              {item.note && (
                <span className={classes.note} dir="auto">
                  {item.note}
                </span>
              )}
            </UnstyledButton>
          ))}
        </div>
      ))}
    </div>
  );
}

/** A found lead's contact details, companies, and status, labelled by the lead's client. */
function FoundFacts({ lead, fields }: { lead: FoundLead; fields: FieldSettings }) {
  const { phone, email, company_name, client_name, client_country, is_archived, status } = lead;
  const words = [
    phone ? '' : email,
    company_name,
    client_name,
    is_archived ? 'Archived' : optionLabel(status, fields.options('status')),
  ];
  return (
    <span className={classes.note} dir="auto">
      {phone && (
        <>
          <PhoneNumber phone={phone} country={client_country} />
          {' · '}
        </>
      )}
      {words.filter(Boolean).join(' · ')}
    </span>
  );
}
