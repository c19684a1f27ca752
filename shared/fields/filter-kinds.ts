import type * as z from 'zod/mini';
import type { FieldKey } from '#shared/fields/lead-fields.ts';

type Choice = {
  label: string;
  /** The words of the list's chip, if they differ. */
  chip?: string;
  /** The API's parameters for this choice, instead of the filter's own name and this value. */
  sends?: Readonly<Record<string, 'true' | 'false'>>;
};

type Options = 'status' | 'source' | 'lost_reason' | 'interest_level';

/** The kind of a filter's values, which decides its input in the drawer and the words of its chip. */
type Kind =
  | { kind: 'options'; field: Options }
  /** Days in words, for example `last_7_days`, in each client's time zone; `range` begins its From and To. */
  | { kind: 'days'; offers: readonly string[]; range?: 'from_date' }
  /** The beginning or the end of a range, both included; the beginning names its end in `to`. */
  | { kind: 'day' | 'amount'; field: FieldKey; suffix: 'from' | 'to'; to?: string; isPart?: true }
  /** One of a few values. `initial` is the choice in an empty address. */
  | { kind: 'choice'; choices: Readonly<Record<string, Choice>>; initial?: string }
  | { kind: 'people' | 'person' | 'client' | 'products' | 'tags' | 'step' | 'custom' }
  /** Only links lead to these filters. */
  | { kind: 'ids' | 'import' };

export type LeadFilter = Kind & {
  /** The lead field whose title, which a client can change, names the filter in its chip. */
  field?: FieldKey;
  /** The filter's name in the drawer; in its chip as well if there is no `field`. */
  label?: string;
  suffix?: string;
  /** Checks the API parameter named like the filter; absent if every choice sends other parameters (`sends`). */
  schema?: z.ZodMiniType;
  /** Below "More filters" in the drawer. */
  isMore?: true;
  /** Belongs to one client: cleared when another is chosen. */
  isOfClient?: true;
  /** Offered only if the client shows the field. */
  canHide?: true;
};
