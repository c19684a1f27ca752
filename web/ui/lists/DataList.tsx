import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Pagination } from '#shared/protocol/pagination.ts';
import { useExistingPage } from '#web/lib/hooks/useExistingPage.ts';
import type { ToPage } from '#web/lib/hooks/useExistingPage.ts';
import cards from './Cards.module.css';
import classes from './DataList.module.css';
import list from './List.module.css';
import { ListStates } from './ListStates.tsx';
import type { ListWords, Source } from './ListStates.tsx';
import { ShortFooter } from './PaginationFooter.tsx';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';
import table from './Table.module.css';
import { useIsPhone } from '#web/ui/useIsPhone.ts';

export type Column<Row> = { title: string; cell: (row: Row) => ReactNode; isNumber?: true };

type Props<Row> = {
  name: string;
  source: Source<unknown> & { isPlaceholderData: boolean };
  /** Undefined until the first response. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string | number;
  columns: readonly Column<Row>[];
  /** A control before the first column that selects a row. */
  select?: (row: Row) => ReactNode;
  actions?: (row: Row) => ReactNode;
  /** `next` says what to do when there is nothing yet. */
  words: ListWords & { empty: string; next?: string };
  emptyIcon: LucideIcon;
  /** Buttons for an empty list. */
  emptyActions?: ReactNode;
  pagination?: Pagination | undefined;
  onPage?: ToPage;
};

/** Makes the list itself focusable if nothing in the rows is, so that keys can scroll it. */
const scrolledByKeys = (name: string) =>
  ({ tabIndex: 0, role: 'region', 'aria-label': `${name}, list` }) as const;

/** A list in the settings: a table, cards on a phone, and its texts while it loads, fails or is empty. */
export function DataList<Row>(props: Props<Row>) {
  const { source, rows, columns, words, emptyIcon, emptyActions, pagination, onPage } = props;
  const isPhone = useIsPhone();
  const isPast = useExistingPage(source.isPlaceholderData ? undefined : pagination, onPage);
  const titles = columns.map(({ title }) => title);
  return (
    <ListStates source={source} words={words} table={{ titles, rows: 6 }}>
      {() =>
        isPast ? null : !rows || rows.length === 0 ? (
          <StateMessage icon={emptyIcon} title={words.empty} actions={emptyActions}>
            {words.next}
          </StateMessage>
        ) : (
          <>
            <div className={list.scroll} {...(!props.actions && scrolledByKeys(props.name))}>
              {isPhone ? <Cards {...props} rows={rows} /> : <Table {...props} rows={rows} />}
            </div>
            {pagination && onPage && (
              <ShortFooter pagination={pagination} shown={rows.length} onPage={onPage} />
            )}
          </>
        )
      }
    </ListStates>
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
            <th scope="col" className={`${table.menu} ${classes.menu}`}>
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
                  {clipped(cell(row))}
                </th>
              ) : (
                <td key={title} data-number={isNumber}>
                  {clipped(cell(row))}
                </td>
              ),
            )}
            {actions && <td className={`${table.menu} ${classes.menu}`}>{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Truncates a long text only visually. The title has the full text. */
function clipped(content: ReactNode): ReactNode {
  if (typeof content !== 'string') return content;
  return (
    <span className={classes.clipped} title={content.length > 30 ? content : undefined}>
      {content}
    </span>
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
