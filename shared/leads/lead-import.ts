import * as z from 'zod/mini';
import { CustomInput, isCustomKey } from '#shared/fields/custom-fields.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { FieldError } from '#shared/protocol/errors.ts';
import { Id } from '#shared/fields/fields.ts';
import { IMPORTABLE_FIELDS } from '#shared/fields/lead-fields.ts';
import type { CustomFieldKey } from '#shared/fields/lead-fields.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';

/** 10 MB, as the import dialog says. */
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
/** The message when the limit is exceeded. */
export const sizeRefusal = (what: 'file' | 'request') =>
  `The ${what} is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB.`;
/** The maximum number of rows of the JSON import. */
export const MAX_JSON_IMPORT_ROWS = 10_000;
/** The maximum number of rejected rows that a response lists. The count is always exact. */
export const MAX_LISTED_ERRORS = 1000;

export const INVALID_FILE_MESSAGE = 'Please select a valid CSV or Excel file';

/** The titles of the columns that an import's errors file adds after the columns of the file. An import ignores them. */
export const ERRORS_FILE_TITLES = ['Row', 'Reason'] as const;

/** The encodings to choose from for a CSV file whose bytes do not prove one. */
export const IMPORT_ENCODINGS = [
  'UTF-8',
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'Shift_JIS',
  'GB18030',
  'Big5',
] as const;

/** The separators of a CSV file, by name. */
export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
const DELIMITER_NAMES = Object.keys(DELIMITERS) as (keyof typeof DELIMITERS)[];
export const Delimiter = z.enum(DELIMITER_NAMES, `delimiter must be one of: ${DELIMITER_NAMES.join(', ')}.`);
export type Delimiter = z.infer<typeof Delimiter>;
const MAX_SHEET_NAME = 200;

/** How 03/04/2026 is read: as 3 April or as 4 March. */
export const DateOrder = z.enum(['day_first', 'month_first'], 'date_order must be day_first or month_first.');
export type DateOrder = z.infer<typeof DateOrder>;

/**
 * The target of a column of the file: a built-in or custom field, a part of the name, the assignee by name or email, a line in the notes,
 * or nothing.
 */
export const COLUMN_TARGETS = [
  ...IMPORTABLE_FIELDS,
  'first_name',
  'last_name',
  'owner',
  /** The product, by name. */
  'product',
  /** The id in our own export, which identifies the lead of the row. */
  'lead_id',
  'keep_in_notes',
  'ignore',
] as const;
export type ColumnTarget = (typeof COLUMN_TARGETS)[number] | CustomFieldKey;
export const ColumnTarget = unchecked<z.ZodMiniType<ColumnTarget, ColumnTarget>>(
  z
    .string()
    .check(
      z.refine(
        (target) => (COLUMN_TARGETS as readonly string[]).includes(target) || isCustomKey(target),
        'This is not a field a column can be imported into.',
      ),
    ),
);

/**
 * Targets that several columns can have. The first value of a row is used, with further phone numbers behind it; the
 * others go to its notes.
 */
export const SHARED_TARGETS: ReadonlySet<ColumnTarget> = new Set<ColumnTarget>([
  'phone',
  'email',
  'keep_in_notes',
  'ignore',
]);

/** Fields whose values in a file can be mapped to the client's: to an option's value, or to a colleague's id. */
export const MAPPED_FIELDS = ['status', 'source', 'interest_level', 'owner'] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];
const MAX_MAPPED = 500;
const mapped = <To extends z.ZodMiniType<string, string>>(to: To) =>
  z.optional(
    z
      .record(z.string().check(z.maxLength(200)), to)
      .check(
        z.refine(
          (map) => Object.keys(map).length <= MAX_MAPPED,
          `At most ${MAX_MAPPED} values of a field can be mapped.`,
        ),
      ),
  );
const Option = z.string().check(z.minLength(1), z.maxLength(80));
export const ImportValues = z.object({
  status: mapped(Option),
  source: mapped(Option),
  interest_level: mapped(Option),
  owner: mapped(Id),
});
export type ImportValues = z.infer<typeof ImportValues>;

/** The maximum number of people who share the leads of a file. */
const MAX_SHARERS = 50;

/** The form fields besides `file`. The file itself must come last. */
export const ImportOptions = z.object({
  skip_duplicates: z._default(z.boolean(), true),
  update_existing: z._default(z.boolean(), false),
  /** One target per column of the file, in order. If omitted, the headers decide. */
  mapping: z.optional(z.array(ColumnTarget).check(z.maxLength(200))),
  /** The encoding of a CSV file. If omitted, its bytes decide. */
  encoding: z.optional(z.enum(IMPORT_ENCODINGS, `encoding must be one of: ${IMPORT_ENCODINGS.join(', ')}.`)),
  /** The separator of a CSV file. If omitted, its headers decide. */
  delimiter: z.optional(Delimiter),
  /** The name of a workbook's sheet. If omitted, the first visible one with known headers. */
  sheet: z.optional(z.string().check(z.maxLength(MAX_SHEET_NAME, 'There is no sheet with such a name.'))),
  /** The date order for columns that do not prove one. If omitted, day before month. */
  date_order: z.optional(DateOrder),
  /** Values of the file, in any spelling, and the options or colleagues they mean. Remembered for the client's next import. */
  values: z.optional(ImportValues),
  /** New leads without an owner in the file are assigned by the client's rules. */
  distribute: z._default(z.boolean(), false),
  /** Colleagues who get the new leads in turn, regardless of the owners in the file. */
  assign_to: z.optional(
    z.array(Id).check(z.maxLength(MAX_SHARERS, `At most ${MAX_SHARERS} people can share the leads.`)),
  ),
});
export type ImportOptions = z.infer<typeof ImportOptions>;

export const ImportColumn = z.object({
  index: z.int(),
  header: z.string(),
  samples: z.array(z.string()),
  target: ColumnTarget,
});
export type ImportColumn = z.infer<typeof ImportColumn>;

/** A row that became no lead, or was changed: its number in the spreadsheet and the reason. */
export const RowError = z.object({ row: z.int(), field: z.optional(z.string()), message: z.string() });
export type RowError = z.infer<typeof RowError>;

/** `inserted + updated + skipped + failed` equals the number of rows in the file. */
export const ImportResult = z.object({
  inserted: z.int(),
  updated: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** Rejected rows first, then skipped duplicates; at most MAX_LISTED_ERRORS of them. */
  errors: z.array(RowError),
  /** Values that fit no field and went to the notes; at most MAX_LISTED_ERRORS of them. */
  warnings: z.array(RowError),
  /** The id for an undo; null when nothing was written. */
  operation_id: z.nullable(Id),
});
export type ImportResult = z.infer<typeof ImportResult>;

const Counted = z.array(z.object({ value: z.string(), rows: z.int() }));

export const ImportPreview = z.object({
  ...ImportResult.shape,
  rows: z.int(),
  columns: z.array(ImportColumn),
  /** The first rows as leads: each field with its text as it will be stored. */
  sample: z.array(z.record(z.string(), z.string())),
  /** Values that are not options yet. They are stored and offered in the filters. */
  new_statuses: Counted,
  new_sources: Counted,
  /** Values that are not options of the interest level. They go to the notes. */
  new_interest_levels: Counted,
  /** Owners who are not users of this client. Their names go to the notes. */
  unknown_owners: Counted,
  /** The mapping of the client's previous imports. */
  remembered: ImportValues,
  /** Notices about the whole file before the import, in sentences. */
  notices: z.array(z.string()),
  /** How dates like 03/04/2026 are read. */
  dates: z.object({
    order: DateOrder,
    ambiguous: z.int(),
    example: z.optional(z.string()),
  }),
  /** The encoding of a CSV file, and whether its bytes prove it; null for other files. */
  encoding: z.nullable(z.object({ name: z.string(), is_certain: z.boolean() })),
  /** The separator of a CSV file, including ones that cannot be chosen; null for other files. */
  delimiter: z.nullable(z.string()),
  /** The sheet that is read, and those to choose from: visible and not empty. Null and an empty list for other files. */
  sheet: z.nullable(z.string()),
  sheets: z.array(z.string()),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** One line of the import's NDJSON response, for callers that accept `application/x-ndjson`. */
export const ImportEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    phase: z.enum(['reading', 'checking', 'writing']),
    /** Between 0 and 100, for the whole job. */
    percent: z.number(),
    rows: z.int(),
  }),
  z.object({
    type: z.literal('rejected'),
    row: z.int(),
    cells: z.array(z.string()),
    messages: z.array(RowError.shape.message),
  }),
  z.object({ type: z.literal('result'), data: ImportResult, message: z.string() }),
  z.object({
    type: z.literal('failure'),
    status: z.int(),
    code: z.string(),
    message: z.string(),
    errors: z.optional(z.array(FieldError)),
  }),
]);
export type ImportEvent = z.infer<typeof ImportEvent>;

const tag = 'Import';
const ForClient = z.object({ clientId: z.optional(Id) });

export const leadImport = {
  /** JSON `{ leads }` or a form upload, depending on the content type. The form is `ImportOptions` plus `file`. */
  run: endpoint({
    method: 'POST',
    path: '/leads/import',
    permission: 'leads.import',
    changes: ['leads', 'reminders', 'operations', 'fields'],
    tag,
    summary: 'Import leads from a CSV, xlsx or xls file, or as JSON; one transaction',
    query: ForClient,
    data: ImportResult,
    upload: true,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/leads/import/preview',
    permission: 'leads.import',
    tag,
    summary: 'What an import of this file would do; nothing is written',
    query: ForClient,
    data: ImportPreview,
    upload: true,
  }),
  sample: endpoint({
    method: 'GET',
    path: '/leads/import/sample',
    permission: 'leads.import',
    tag,
    summary: "A CSV file to start from, under the client's titles",
    query: ForClient,
    data: z.string(),
    file: 'text/csv',
  }),
};

const JsonValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string()),
  /** The custom values of a lead. */
  CustomInput,
]);

/** The JSON import. A row names importable fields by their keys, or is a lead as `GET /leads` returns it. Unknown keys go to the notes. */
export const JsonImport = z.extend(
  z.omit(ImportOptions, {
    mapping: true,
    encoding: true,
    delimiter: true,
    sheet: true,
    values: true,
    assign_to: true,
  }),
  {
    leads: z
      .array(z.record(z.string(), JsonValue), 'leads must be a list.')
      .check(
        z.minLength(1, 'There are no leads in this import.'),
        z.maxLength(MAX_JSON_IMPORT_ROWS, `At most ${MAX_JSON_IMPORT_ROWS} leads can be sent at once.`),
      ),
  },
);
export type JsonImport = z.infer<typeof JsonImport>;
