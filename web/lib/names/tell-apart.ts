import { foldText } from '#shared/values/fold-text.ts';

const read = (name: string) => foldText(name).replaceAll(/\s+/g, ' ').trim();

/** The rows, with a mark after the name if several have the same name. */
export function namesToldApart<Row extends { name: string }>(
  rows: readonly Row[],
  markOf: (row: Row) => string,
): Row[] {
  const namesakes = Map.groupBy(rows, ({ name }) => read(name));
  return rows.map((row) => {
    const isOne = namesakes.get(read(row.name))?.length === 1;
    return isOne || row.name === markOf(row) ? row : { ...row, name: `${row.name} (${markOf(row)})` };
  });
}

/**
 * The people, with their email after the name if several have the same name: otherwise nobody could tell
 * these apart.
 */
export function toldApart<Person extends { name: string; email: string }>(
  people: readonly Person[],
): Person[] {
  return namesToldApart(people, ({ email }) => email);
}
