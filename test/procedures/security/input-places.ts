import { z } from 'zod';
import type { Procedure } from '../../../src/rpc/procedure-registry';
import type { JsonSchema } from '../../support/reference/json-schema';

type Step = string | number;

/** JSON's own types of values. */
export type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** A place in a procedure's input, and what its schema takes there; null where the schema leaves that to others. */
export interface InputPlace {
  path: readonly Step[];
  types: ReadonlySet<JsonType> | null;
  mayBeTime: boolean;
}

/** Every place of an input: what the schema names, be it in the sample or not, and what the sample holds below that. */
export function placesOf({ input }: Procedure, sample: object): InputPlace[] {
  if (input === undefined) return [];
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return below(schema, sample, []);
}

function below(schema: JsonSchema, sample: unknown, path: readonly Step[]): InputPlace[] {
  const { properties = {}, items, anyOf = [], additionalProperties } = schema;
  const holder = typeof sample === 'object' && sample !== null ? (sample as Record<Step, unknown>) : {};
  const named = Object.keys(properties);
  const others = Object.keys(holder).filter((key) => !named.includes(key));
  const ofOther = Array.isArray(sample) ? items : additionalProperties;
  const inner = [
    ...named.map((key) => placesAt(properties[key]!, holder[key], [...path, key])),
    ...others.map((key) =>
      placesAt(typeof ofOther === 'object' ? ofOther : {}, holder[key], [
        ...path,
        Array.isArray(sample) ? Number(key) : key,
      ]),
    ),
    ...(items !== undefined && sample === undefined ? [placesAt(items, undefined, [...path, 0])] : []),
    // Of several forms that a place may have, the sample has one.
    ...anyOf.filter(({ properties: own }) => own !== undefined).map((form) => below(form, sample, path)),
  ];
  return inner.flat();
}

function placesAt(schema: JsonSchema, sample: unknown, path: readonly Step[]): InputPlace[] {
  const types = typesOf(schema);
  const mayBeTime = types === null || schema.format === 'date-time';
  return [{ path, types, mayBeTime }, ...below(schema, sample, path)];
}

function typesOf(schema: JsonSchema): ReadonlySet<JsonType> | null {
  const { anyOf, type, enum: words } = schema;
  if (anyOf !== undefined) {
    const each = anyOf.map(typesOf);
    return each.includes(null) ? null : new Set(each.flatMap((types) => [...types!]));
  }
  if ('const' in schema) return new Set([typeOf(schema.const)]);
  if (type === undefined) return words === undefined ? null : new Set(words.map(typeOf));
  const types = Array.isArray(type) ? type : [type];
  return new Set(types.map((each) => (each === 'integer' ? 'number' : (each as JsonType))));
}

export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as JsonType);
}

/** A copy of the sample with another value at the place; missing parents are created. */
export function withValueAt(sample: object, path: readonly Step[], value: unknown): object {
  const copy = structuredClone(sample) as Record<Step, unknown>;
  let holder = copy;
  for (const [at, step] of path.slice(0, -1).entries()) {
    holder[step] ??= typeof path[at + 1] === 'number' ? [] : {};
    holder = holder[step] as Record<Step, unknown>;
  }
  holder[path.at(-1)!] = value;
  return copy;
}

/** As issues write it. */
export const dotted = (path: readonly Step[]): string => path.join('.');
