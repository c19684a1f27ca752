/** The items with one of them put where another stands now. */
export function moved<Item>(items: readonly Item[], item: Item, place: Item): Item[] {
  const rest = items.filter((other) => other !== item);
  rest.splice(items.indexOf(place), 0, item);
  return rest;
}
