import { idPattern } from '../../../kernel/ids';
import { InvalidValue } from '../../../column-types/column-type';
import type { FilterReference, Operand } from './operators/operand';

/** Means the caller wherever a user id is accepted. */
const ME = 'me';

const NOUNS = { member: 'user', item: 'item', file: 'file' } as const;

/** One id of the noun, recorded for the visibility check. */
export function readReference(
  noun: FilterReference['noun'],
  input: unknown,
  { context, path, columnId }: Operand,
): string {
  if (input === ME && noun === 'member') return context.userId;
  if (typeof input !== 'string' || !idPattern(NOUNS[noun]).test(input)) {
    throw new InvalidValue(noun === 'member' ? 'Must be a user id or me' : `Must be an id of a ${noun}`);
  }
  context.references.push({ noun, id: input, path, columnId });
  return input;
}
