import { ActionIcon, NativeSelect } from '@mantine/core';
import ChevronFirst from 'lucide-react/icons/chevron-first';
import ChevronLast from 'lucide-react/icons/chevron-last';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId } from 'react';
import { inNumbers } from '#shared/values/numbers.ts';
import { PAGE_SIZES } from '#shared/protocol/pagination.ts';
import type { Pagination } from '#shared/protocol/pagination.ts';
import classes from './PaginationFooter.module.css';

type Props = {
  pagination: Pagination;
  /** The number of rows on this page. */
  shown: number;
  /** The total without the search, shown when a search is active. */
  unfiltered?: Pagination | undefined;
  onPage: (page: number) => void;
  onLimit: (limit: number) => void;
};

/** `10,000+` for a total that is a lower bound. */
export function totalText({ total, totalIsCapped }: Pagination): string {
  return inNumbers(total) + (totalIsCapped ? '+' : '');
}

/** The range of results shown, and links to the others. */
export function PaginationFooter({ pagination, shown, unfiltered, onPage, onLimit }: Props) {
  const limitId = useId();
  const { page, limit } = pagination;
  const from = shown === 0 ? 0 : (page - 1) * limit + 1;
  const to = shown === 0 ? 0 : from + shown - 1;
  return (
    <footer className={classes.footer}>
      <p className={classes.shown} aria-live="polite">
        Showing {inNumbers(from)} to {inNumbers(to)} of {totalText(pagination)}{' '}
        {unfiltered ? `(filtered from ${totalText(unfiltered)})` : 'results'}
      </p>
      <label className={classes.limit} htmlFor={limitId}>
        <span>Rows per page</span>
        <NativeSelect
          id={limitId}
          size="xs"
          data={PAGE_SIZES.map(String)}
          value={String(limit)}
          onChange={(event) => onLimit(Number(event.currentTarget.value))}
        />
      </label>
      <PageSteps pagination={pagination} onPage={onPage} />
    </footer>
  );
}

type ShortProps = Pick<Props, 'pagination' | 'shown' | 'onPage'> & { what?: string };

/** How much of a list is shown, and links to the rest. Shows nothing if there is only one page. */
export function ShortFooter({ pagination, shown, what = '', onPage }: ShortProps) {
  if (pagination.totalPages <= 1) return null;
  return (
    <footer className={classes.footer}>
      <p className={classes.shown} aria-live="polite">
        Showing {shown} of {totalText(pagination)}
        {what}
      </p>
      <PageSteps pagination={pagination} onPage={onPage} />
    </footer>
  );
}

/** First, Prev, Next and Last, and the page number. */
function PageSteps({ pagination, onPage }: Pick<Props, 'pagination' | 'onPage'>) {
  const { page, totalPages } = pagination;
  const last = Math.max(1, totalPages);
  const steps = [
    { label: 'First', icon: ChevronFirst, to: 1, isOff: page <= 1 },
    { label: 'Prev', icon: ChevronLeft, to: page - 1, isOff: page <= 1 },
    { label: 'Next', icon: ChevronRight, to: page + 1, isOff: page >= last },
    { label: 'Last', icon: ChevronLast, to: last, isOff: page >= last },
  ];
  return (
    <nav className={classes.steps} aria-label="Pages">
      <span className={classes.page}>
        Page {inNumbers(page)} of {inNumbers(last)}
      </span>
      {steps.map(({ label, icon: Icon, to: target, isOff }) => (
        <ActionIcon
          key={label}
          size={30}
          variant="default"
          aria-label={label}
          title={label}
          disabled={isOff}
          onClick={() => onPage(target)}
        >
          <Icon size={16} aria-hidden="true" />
        </ActionIcon>
      ))}
    </nav>
  );
}
