import { attributeName } from './attribute-name';
import { queryText } from './query-text';

/** The attributes to return (RFC 7644, 3.9); names in lower case. */
export interface AttributeSelection {
  only: ReadonlySet<string> | null;
  without: ReadonlySet<string>;
}

const ALWAYS = new Set(['schemas', 'id']);

type Resource = { readonly [key: string]: unknown };

export function attributeSelection(query: Record<string, unknown>): AttributeSelection {
  const only = names(queryText(query, 'attributes'));
  return {
    only: only.size === 0 ? null : only,
    without: names(queryText(query, 'excludedAttributes')),
  };
}

/** Whether an attribute is returned; otherwise it need not be read. */
export function isSelected({ only, without }: AttributeSelection, name: string): boolean {
  if (without.has(name)) return false;
  return only === null || [...only].some((each) => each === name || each.startsWith(`${name}.`));
}

/** The resource with the requested attributes and those that are always returned. */
export function selectAttributes<T extends Resource>(resource: T, selection: AttributeSelection): Resource {
  const shown = Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
    const name = key.toLowerCase();
    if (ALWAYS.has(name)) return [[key, value]];
    if (!isSelected(selection, name)) return [];
    return [[key, selection.only?.has(name) ? value : withParts(value, name, selection)]];
  });
  return Object.fromEntries(shown);
}

function withParts(value: unknown, name: string, selection: AttributeSelection): unknown {
  if (Array.isArray(value)) return value.map((each) => withParts(each, name, selection));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).filter(([part]) => {
    const path = `${name}.${part.toLowerCase()}`;
    if (selection.without.has(path)) return false;
    return selection.only === null || selection.only.has(path);
  });
  return Object.fromEntries(parts);
}

function names(list: string | undefined): Set<string> {
  const each = (list ?? '').split(',').map((name) => attributeName(name.trim()));
  return new Set(each.filter((name) => name !== ''));
}
