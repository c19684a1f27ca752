import { foldText } from '#shared/values/fold-text.ts';

const read = (name: string) => foldText(name).replaceAll(/\s+/g, ' ').trim();

/**
 * The people, with their email after the name if several have the same name: otherwise nobody could tell
 * these apart.
 */
export function toldApart<Person extends { name: string; email: string }>(
  people: readonly Person[],
): Person[] {
  const namesakes = Map.groupBy(people, ({ name }) => read(name));
  return people.map((person) => {
    const isOne = namesakes.get(read(person.name))?.length === 1;
    return isOne || person.name === person.email
      ? person
      : { ...person, name: `${person.name} (${person.email})` };
  });
}
