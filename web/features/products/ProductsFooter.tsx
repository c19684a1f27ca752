import type { Pagination } from '#shared/pagination.ts';
import { PageSteps, totalText } from '#web/ui/PaginationFooter.tsx';
import classes from '#web/ui/PaginationFooter.module.css';

type Props = { pagination: Pagination; shown: number; onPage: (page: number) => void };

/** The part of the catalogue that is shown, and the way to the rest. */
export function ProductsFooter({ pagination, shown, onPage }: Props) {
  return (
    <footer className={classes.footer}>
      <p className={classes.shown} aria-live="polite">
        Showing {shown} of {totalText(pagination)} total products
      </p>
      <PageSteps pagination={pagination} onPage={onPage} />
    </footer>
  );
}
