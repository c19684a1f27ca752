import { bothSides, rounds, signIn } from '../../bench.ts';
import type { Bench } from '../../bench.ts';
import { explainList } from '../../explain.ts';
import { RARE_SURNAME } from '../../lead-rows.ts';
import { inTurn } from '../../load.ts';
import { number, shareOfBare, speedText } from '../../report.ts';
import type { Line } from '../../report.ts';

const COMMON = ['kumar', 'sharma', 'gmail', 'traders', 'mumbai'];
/** Terms that occur in a handful of rows, or in one. */
const RARE = [RARE_SURNAME, 'lead4321@', 'Zanzibar', `${RARE_SURNAME} mumbai`.slice(0, 12)];
const SHORT = ['a', 'ra', 'zq', '98'];
/** Rows of `leads` that a search of one or two characters may read. */
const FEW_ROWS = 25_000;

/** Figure 3: search with total. */
export async function measureSearch(bench: Bench): Promise<Line[]> {
  return [
    ...(await longTerms(bench, 'search, common terms', COMMON)),
    ...(await longTerms(bench, 'search, rare terms', RARE)),
    ...(await shortTerms(bench)),
  ];
}

async function longTerms(bench: Bench, what: string, terms: string[]): Promise<Line[]> {
  const query = (term: string) => `search=${encodeURIComponent(term)}`;
  const sides = await bothSides(
    bench,
    terms.map((term) => ({ path: `/api/leads?page=1&limit=12&${query(term)}` })),
    terms.map((term) => ({ path: `/search?${query(term)}` })),
  );
  const { lms, bare } = await inTurn(sides, rounds(bench.options));
  const spread = lms.p99 / lms.p50;
  const tail: Line = {
    figure: '3',
    what: `${what}, p99 ÷ p50`,
    lms: `${number(lms.p50)}/${number(lms.p99)} ms`,
    other: `${number(bare.p50)}/${number(bare.p99)} ms`,
    result: `${number(spread)} ×`,
    goal: '≤ 10 ×',
    passes: spread <= 10,
  };
  return [...shareOfBare('3', what, lms, bare, 0.9), tail];
}

/** The statements that LMS runs for one or two characters, and the number of rows they read. */
async function shortTerms(bench: Bench): Promise<Line[]> {
  const lines: Line[] = [];
  const headers = await signIn(bench);
  for (const term of SHORT) {
    const { rowsLookedAt, scans } = await explainList(bench.data, { search: term });
    const target = {
      url: bench.lms.url,
      headers,
      requests: [{ path: `/api/leads?page=1&limit=12&search=${term}` }],
    };
    const { lms } = await inTurn({ lms: target }, { connections: 1, seconds: 1, runs: 1 });
    lines.push({
      figure: '3',
      what: `search "${term}", 1 connection`,
      lms: speedText(lms),
      other: scans.join(', '),
      result: `${rowsLookedAt.toLocaleString('en')} rows looked at`,
      goal: `≤ ${FEW_ROWS.toLocaleString('en')}, no full scan`,
      passes: rowsLookedAt <= FEW_ROWS,
    });
  }
  return lines;
}
