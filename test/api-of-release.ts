import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApi } from '#server/http/openapi/openapi.ts';

export const RELEASED_API = join(import.meta.dirname, 'api-of-release.txt');

type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
};
type Body = { content: Record<string, { schema: Schema }> };
type Operation = {
  parameters: readonly { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: Body;
  responses: Record<string, Partial<Body>>;
};
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

type Direction = 'in' | 'out';
/** The types that one place of a request or response may have, and whether it must be there. */
type Slot = { types: Set<string>; isRequired: boolean };
/**
 * The places of an API, by address: `in GET /leads query:status`, `out GET /leads 200.data.leads[]`, or within
 * a named schema `in NewLead.name`.
 */
export type Slots = ReadonlyMap<string, Slot>;

/** The places of every request and response of an OpenAPI document. */
export function slotsOf({ paths, components }: ApiDocument): Slots {
  const slots = new Map<string, Slot>();
  const add = (place: string, isRequired: boolean, type?: string) => {
    const slot = slots.get(place) ?? { types: new Set<string>(), isRequired };
    if (type) slot.types.add(type);
    slots.set(place, slot);
  };
  const walk = (schema: Schema, place: string, isRequired: boolean, direction: Direction): void => {
    add(place, isRequired);
    for (const part of [schema.anyOf, schema.oneOf, schema.allOf].flatMap((parts) => parts ?? []))
      walk(part, place, isRequired, direction);
    for (const type of [schema.type ?? []].flat()) add(place, isRequired, type);
    const name = schema.$ref?.split('/').at(-1);
    if (name) {
      add(place, isRequired, name);
      const root = `${direction} ${name}`;
      if (!slots.has(root)) walk(components.schemas[name] ?? {}, root, false, direction);
    }
    for (const [key, property] of Object.entries(schema.properties ?? {}))
      walk(property, `${place}.${key}`, schema.required?.includes(key) ?? false, direction);
    if (schema.items) walk(schema.items, `${place}[]`, false, direction);
    if (typeof schema.additionalProperties === 'object')
      walk(schema.additionalProperties, `${place}.*`, false, direction);
  };
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { parameters, requestBody, responses }] of Object.entries(methods)) {
      const call = `${method.toUpperCase()} ${path}`;
      add(`in ${call}`, false);
      for (const { name, in: where, required, schema } of parameters)
        walk(schema, `in ${call} ${where}:${name}`, required, 'in');
      const bodies = Object.entries(requestBody?.content ?? {});
      for (const [type, { schema }] of bodies) walk(schema, `in ${call} ${type}`, bodies.length === 1, 'in');
      for (const [status, { content = {} }] of Object.entries(responses))
        for (const { schema } of Object.values(content)) walk(schema, `out ${call} ${status}`, true, 'out');
    }
  return slots;
}

/** Sentences about what programs written for `before` can no longer rely on in `now`. */
export function brokenPromises(before: Slots, now: Slots): string[] {
  const gone = [...before].flatMap(([place, { types, isRequired }]) => {
    const found = now.get(place);
    if (!found) return [`${place} is gone.`];
    const isSent = place.startsWith('out ');
    const [some, all] = isSent ? [found.types, types] : [types, found.types];
    const strange = [...some].filter((type) => !all.has(type));
    return [
      ...strange.map((type) => `${place} ${isSent ? 'may now be' : 'can no longer be'} ${type}.`),
      ...(isSent && isRequired && !found.isRequired ? [`${place} may now be missing.`] : []),
    ];
  });
  const asked = [...now].filter(([place, { isRequired }]) => {
    const owner = place.slice(0, Math.max(place.lastIndexOf('.'), place.lastIndexOf(' ')));
    return place.startsWith('in ') && isRequired && before.has(owner) && !before.get(place)?.isRequired;
  });
  return [...gone, ...asked.map(([place]) => `${place} is now required.`)];
}

/** The places as lines of a text, with a mark on those that are always there. */
const linesOf = (slots: Slots) =>
  [...slots].map(
    ([place, { types, isRequired }]) => `${place}${isRequired ? '!' : ''}\t${[...types].join(' ')}`,
  );

/** The places that a text lists. */
export function readSlots(text: string): Slots {
  const lines = text.split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [place = '', types = ''] = line.split('\t');
      const isRequired = place.endsWith('!');
      return [
        isRequired ? place.slice(0, -1) : place,
        { types: new Set(types.split(' ').filter(Boolean)), isRequired },
      ];
    }),
  );
}

export const releasedSlots = (): Slots => readSlots(readFileSync(RELEASED_API, 'utf8'));

if (import.meta.main) {
  const lines = linesOf(slotsOf((await openApi()) as ApiDocument));
  writeFileSync(RELEASED_API, `${lines.toSorted().join('\n')}\n`);
}
