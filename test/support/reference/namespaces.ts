import type { Procedure } from '../../../src/rpc/procedure-registry';

const ORDER = ['auth', 'organizations', 'workspaces', 'projects', 'boards', 'columns', 'items'];

/** The resource of a procedure: the first part of its name. */
export function namespaceOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

/** In the order in which a newcomer meets them; new ones come after. */
export function namespacesOf(procedures: readonly Procedure[]): string[] {
  const found = new Set(procedures.map(({ name }) => namespaceOf(name)));
  return [...ORDER.filter((name) => found.delete(name)), ...[...found].toSorted()];
}

/** A procedure in the reference, from a page in `docs`. */
export function procedureLink(name: string): string {
  return `procedures/${namespaceOf(name)}.md#${name.replaceAll('.', '').toLowerCase()}`;
}
