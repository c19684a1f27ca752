import { signIn } from '../../bench.ts';
import type { Bench } from '../../bench.ts';
import { inTurn } from '../../load.ts';
import { number, speedText } from '../../report.ts';
import type { Line } from '../../report.ts';

const LIMIT = 12;
const GOAL = 5;

/** Figure 6: any page of the list costs about as much as the first. */
export async function measurePages(bench: Bench): Promise<Line[]> {
  const headers = await signIn(bench);
  const path = (page: number, filter = '') => `/api/leads?page=${page}&limit=${LIMIT}${filter}`;
  const pagesOf = async (filter: string) => {
    const answer = await fetch(`${bench.lms.url}${path(1, filter)}`, { headers });
    return ((await answer.json()) as { pagination: { totalPages: number } }).pagination.totalPages;
  };
  const target = (page: number, filter = '') => ({
    url: bench.lms.url,
    headers,
    requests: [{ path: path(page, filter) }],
  });
  const [last, lastNew] = [await pagesOf(''), await pagesOf('&status=new')];
  const pages = {
    first: target(1),
    quarter: target(Math.ceil(last / 4)),
    middle: target(Math.ceil(last / 2)),
    last: target(last),
    'first, one status': target(1, '&status=new'),
    'middle, one status': target(Math.ceil(lastNew / 2), '&status=new'),
  };
  const { runs, seconds } = bench.options;
  const {
    first,
    'first, one status': firstNew,
    ...others
  } = await inTurn(pages, { connections: 1, runs, seconds: Math.ceil(seconds / 2) });
  return Object.entries(others).map(([name, speed]): Line => {
    const its = name.includes('status') ? firstNew : first;
    const ratio = speed.p50 / its.p50;
    return {
      figure: '6',
      what: `${name} page, 1 connection`,
      lms: speedText(speed),
      other: `first page ${number(its.p50)} ms`,
      result: `${number(ratio)} × first`,
      goal: `≤ ${GOAL} × first`,
      passes: ratio <= GOAL,
    };
  });
}
