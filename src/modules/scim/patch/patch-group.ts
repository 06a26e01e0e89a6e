import type { UserId } from '../../../kernel/ids';
import { attributeName } from '../resources/attribute-name';
import { requiredText, textValue } from '../resources/attribute-values';
import type { FilterNode } from '../filter/filter-node';
import { SCHEMAS } from '../resources/schema-names';
import { ScimError } from '../scim-error';
import { isObject, type PatchOperation, valueOf } from './patch-operations';

/** The changeable state of a group. */
export interface GroupDraft {
  displayName: string;
  externalId: string | null;
  members: Set<UserId>;
}

const OWN_SCHEMA = SCHEMAS.group.toLowerCase();

/** Sets the attributes of a whole body, or of an operation without a path. */
export function setGroupAttributes(
  draft: GroupDraft,
  attributes: Record<string, unknown>,
  op: 'add' | 'replace' = 'replace',
): void {
  for (const [key, value] of Object.entries(attributes)) {
    const name = attributeName(key);
    if (name === OWN_SCHEMA && isObject(value)) setGroupAttributes(draft, value, op);
    else if (value !== undefined && !(value === null && name === 'displayname'))
      setAttribute(draft, op, name, value);
  }
}

/** Applies all operations to the draft, or throws. */
export function patchGroup(draft: GroupDraft, operations: readonly PatchOperation[]): void {
  for (const { op, path, value } of operations) {
    if (path === null) {
      setGroupAttributes(draft, value as Record<string, unknown>, op === 'add' ? 'add' : 'replace');
    } else if (path.filter !== null) {
      patchMembers(draft, op, path.attribute, path.filter);
    } else if (!setAttribute(draft, op, path.attribute, value)) {
      const name = path.attribute.slice(0, 100);
      if (name === 'id' || name.startsWith('meta'))
        throw new ScimError('mutability', `path: ${name} is read-only`);
      throw new ScimError('invalidPath', `path: there is no attribute ${name}`);
    }
  }
}

/** False for an unknown attribute. */
function setAttribute(draft: GroupDraft, op: PatchOperation['op'], name: string, value: unknown): boolean {
  const isGone = op === 'remove';
  if (name === 'displayname') {
    if (isGone) throw new ScimError('mutability', 'displayName: cannot be removed');
    draft.displayName = requiredText('displayName', value);
  } else if (name === 'externalid') {
    draft.externalId = isGone ? null : textValue('externalId', value);
  } else if (name === 'members') {
    setMembers(draft, op, value);
  } else {
    return name === 'schemas';
  }
  return true;
}

function setMembers(draft: GroupDraft, op: PatchOperation['op'], value: unknown): void {
  // A removal without members removes all of them. Some directories list the members in the value instead of the path.
  if (op === 'remove' && (value === undefined || value === null)) {
    draft.members.clear();
    return;
  }
  const ids = memberIds(value);
  if (op === 'replace') draft.members.clear();
  for (const id of ids) {
    if (op === 'remove') draft.members.delete(id);
    else draft.members.add(id);
  }
}

/** `members[value eq "usr_…"]`, also several joined with `or`. */
function patchMembers(
  draft: GroupDraft,
  op: PatchOperation['op'],
  attribute: string,
  filter: FilterNode,
): void {
  if (attribute !== 'members')
    throw new ScimError('invalidPath', `path: ${attribute.slice(0, 100)} has no values to choose from`);
  const ids = namedIds(filter);
  if (op !== 'remove') {
    if (ids.some((id) => !draft.members.has(id)))
      throw new ScimError('noTarget', 'path: no member is like this');
    return;
  }
  for (const id of ids) draft.members.delete(id);
}

function namedIds(node: FilterNode): UserId[] {
  if (node.kind === 'or') return node.nodes.flatMap(namedIds);
  if (node.kind === 'compare' && node.operator === 'eq' && node.attribute === 'value')
    return [String(node.value) as UserId];
  throw new ScimError('invalidFilter', 'path: members are chosen by value eq');
}

export function memberIds(value: unknown): UserId[] {
  if (value === null) return [];
  const list = (Array.isArray(value) ? value : [value]) as unknown[];
  return list.map((each) => {
    const id = isObject(each) ? valueOf(each, 'value') : each;
    const type = isObject(each) ? valueOf(each, 'type') : undefined;
    if (typeof type === 'string' && type.toLowerCase() === 'group')
      throw new ScimError('invalidValue', 'members: a group cannot be a member of a group');
    if (typeof id !== 'string' || id === '')
      throw new ScimError('invalidValue', 'members: each must have the id of a user as its value');
    return id as UserId;
  });
}
