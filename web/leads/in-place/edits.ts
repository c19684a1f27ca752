import type { ComponentType } from 'react';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { Lead, valueOf } from '#shared/leads/lead.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';

/** The fields with their own editor: options, people and moments. */
const EDITABLE_FIELDS = ['status', 'source', 'interest_level', 'assigned_to', 'next_followup_date'] as const;
export type EditableField = (typeof EDITABLE_FIELDS)[number];

/** Opens the editor of a field. `anchor` is the clicked value, which gets the focus back. */
export type EditField = (lead: Lead, field: FieldKey, anchor: HTMLElement) => void;

export function isEditable(field: string): field is EditableField {
  return (EDITABLE_FIELDS as readonly string[]).includes(field);
}

/** An in-place change of one field of a lead. */
export type FieldEdit = {
  /** The lead as the user saw it. */
  lead: Lead;
  field: FieldKey;
  /** The new value, in the form that the API takes. */
  value: ReturnType<typeof valueOf>;
  /** The lead's properties that show the new value until the server has responded. */
  shown: Partial<Lead>;
  /** The text of a lead's value in the field, for the toast and the choice between mine and theirs. */
  words: (lead: Lead) => string;
  title: string;
  /** False: open follow-ups stay with the former assignee. */
  withReminders?: false;
  /** The reason for a status that means lost. */
  lostReason?: string | null;
  /** When the lead was won, for a status that means won. */
  convertedAt?: string | null;
  /** Called when the value could not be saved. */
  onRefused?: () => void;
};

/** An edit that conflicts with another user's edit of the same field. */
export type FieldCollision = { edit: FieldEdit; theirs: Lead };

/** The choice made in an editor: the value, and the properties of the lead that show it. */
export type Chosen = Pick<FieldEdit, 'value' | 'shown' | 'withReminders' | 'onRefused'>;

export type EditorProps = { lead: Lead; title: string; onChoose: (chosen: Chosen) => void };

/** The editor for all other fields: texts, numbers, dates, tags. */
export type OtherEditor = ComponentType<EditorProps & { field: FieldKey; fields: FieldSettings }>;
