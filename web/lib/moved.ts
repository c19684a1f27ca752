/** Returns the items with `item` moved to the current position of another. */
export function moved<Item>(items: readonly Item[], item: Item, place: Item): Item[] {
  const rest = items.filter((other) => other !== item);
  rest.splice(items.indexOf(place), 0, item);
  return rest;
}
