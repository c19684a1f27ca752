import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import CircleAlert from 'lucide-react/icons/circle-alert';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Pagination } from '#shared/pagination.ts';
import { messageOf, statusOf } from '#web/lib/errors.ts';
import { AccessDenied } from '#web/ui/AccessDenied.tsx';
import cards from '#web/ui/Cards.module.css';
import classes from '#web/ui/DataList.module.css';
import list from '#web/ui/List.module.css';
import footer from '#web/ui/PaginationFooter.module.css';
import { PageSteps, totalText } from '#web/ui/PaginationFooter.tsx';
import { StateMessage } from '#web/ui/StateMessage.tsx';
import table from '#web/ui/Table.module.css';
import { TableSkeleton } from '#web/ui/TableSkeleton.tsx';

export type Column<Row> = { title: string; cell: (row: Row) => ReactNode; isNumber?: true };

/** The parts of a query that a list needs. */
type Source = {
  isPending: boolean;
  isError: boolean;
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => unknown;
};

type Props<Row> = {
  name: string;
  source: Source;
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string | number;
  columns: readonly Column<Row>[];
  /** The control before the first column that chooses a row. */
  select?: (row: Row) => ReactNode;
  actions?: (row: Row) => ReactNode;
  words: { loading: string; failure: string; failureTitle?: string; empty: string; denied?: string };
  emptyIcon: LucideIcon;
  /** Buttons for an empty list. */
  emptyActions?: ReactNode;
  pagination?: Pagination | undefined;
  onPage?: (page: number) => void;
};

/** Gives the list itself the focus where nothing in the rows takes it, so that keys can scroll. */
const scrolledByKeys = (name: string) =>
  ({ tabIndex: 0, role: 'region', 'aria-label': `${name}, list` }) as const;

/** A list of the settings: a table, cards on a phone, and its texts while it loads, fails or is empty. */
export function DataList<Row>(props: Props<Row>) {
  const { source, rows, columns, words, emptyIcon, emptyActions, pagination, onPage } = props;
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  if (source.isPending) {
    return (
      <div className={list.scroll} data-loading>
        <p className={isPhone ? undefined : list.announcement} role="status">
          {words.loading}
        </p>
        {!isPhone && <TableSkeleton titles={columns.map(({ title }) => title)} rows={6} />}
      </div>
    );
  }
  if (source.isError && !rows) return <Failure {...props} />;
  if (!rows || rows.length === 0)
    return <StateMessage icon={emptyIcon} title={words.empty} actions={emptyActions} />;
  return (
    <>
      <div className={list.scroll} {...(!props.actions && scrolledByKeys(props.name))}>
        {isPhone ? <Cards {...props} rows={rows} /> : <Table {...props} rows={rows} />}
      </div>
      {pagination && onPage && pagination.totalPages > 1 && (
        <footer className={footer.footer}>
          <p className={footer.shown} aria-live="polite">
            Showing {rows.length} of {totalText(pagination)}
          </p>
          <PageSteps pagination={pagination} onPage={onPage} />
        </footer>
      )}
    </>
  );
}

/** The failure: a lost permission is named; everything else can be tried again. */
function Failure<Row>({ source, words }: Props<Row>) {
  if (statusOf(source.error) === 403)
    return <AccessDenied message={messageOf(source.error, words.denied ?? words.failure)} />;
  const sentence = messageOf(source.error, words.failure);
  return (
    <StateMessage
      icon={CircleAlert}
      title={words.failureTitle ?? words.failure}
      isFailure
      actions={<Button onClick={() => void source.refetch()}>Retry</Button>}
    >
      {sentence}
    </StateMessage>
  );
}

type RowsProps<Row> = Props<Row> & { rows: readonly Row[] };

function Table<Row>({ name, source, rows, keyOf, columns, select, actions }: RowsProps<Row>) {
  return (
    <table className={`${table.table} ${classes.table}`} data-roomy aria-busy={source.isPlaceholderData}>
      <caption className={table.caption}>{name}</caption>
      <thead>
        <tr>
          {select && <th scope="col">Select</th>}
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" data-number={isNumber}>
              {title}
            </th>
          ))}
          {actions && (
            <th scope="col" className={table.menu}>
              <span className={table.caption}>Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {select && <td>{select(row)}</td>}
            {columns.map(({ title, cell, isNumber }, index) =>
              index === 0 ? (
                <th key={title} scope="row" className={table.name}>
                  {cell(row)}
                </th>
              ) : (
                <td key={title} data-number={isNumber}>
                  {cell(row)}
                </td>
              ),
            )}
            {actions && <td className={table.menu}>{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cards<Row>({ name, source, rows, keyOf, columns, select, actions }: RowsProps<Row>) {
  return (
    <ul className={cards.cards} aria-label={name} aria-busy={source.isPlaceholderData}>
      {rows.map((row) => (
        <li key={keyOf(row)} className={cards.item} data-plain>
          <div className={cards.card}>
            <div className={classes.lead}>
              {select?.(row)}
              {columns[0]?.cell(row)}
            </div>
            <dl className={classes.facts}>
              {columns.slice(1).map(({ title, cell }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </div>
          {actions?.(row)}
        </li>
      ))}
    </ul>
  );
}
