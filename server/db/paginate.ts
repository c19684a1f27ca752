import type { Pagination } from '#shared/pagination.ts';

/** Page, limit and total as every list answers them. */
export function pageOf(
  { page, limit }: { page: number; limit: number },
  total: number,
  totalIsCapped = false,
): Pagination {
  return {
    page,
    limit,
    total,
    totalPages: Math.max(1, Math.ceil(total / limit)),
    ...(totalIsCapped && { totalIsCapped }),
  };
}

/** Text for LIKE in which `%`, `_` and `\` mean themselves. */
export function literal(term: string): string {
  return term.replaceAll(/[\\%_]/g, (mark) => `\\${mark}`);
}

export function containing(term: string): string {
  return `%${literal(term)}%`;
}
