import { Button } from '@mantine/core';
import type { Pagination } from '#shared/protocol/pagination.ts';
import classes from '#web/ui/lists/PaginationFooter.module.css';
import { totalText } from '#web/ui/lists/PaginationFooter.tsx';

type Props = { pagination: Pagination; shown: number; onPage: (page: number) => void };

/** The total, and the pages if there are several. */
export function RemindersFooter({ pagination, shown, onPage }: Props) {
  const { page, limit, totalPages } = pagination;
  const before = (page - 1) * limit;
  return (
    <footer className={classes.footer}>
      <p className={classes.shown} aria-live="polite">
        Showing {before + 1} to {before + shown} of {totalText(pagination)} results
      </p>
      {totalPages > 1 && (
        <nav className={classes.steps} aria-label="Pages">
          <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button variant="default" size="xs" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </nav>
      )}
    </footer>
  );
}
