import { idPattern } from '../../../kernel/ids';
import { ValueRefused } from '../column-type';
import type { FilterReference, Operand } from './operand';

/** Stands for the caller wherever a person can stand. */
const ME = 'me';

const NOUNS = { member: 'user', item: 'item', file: 'file' } as const;

/** One id of the noun, noted so that somebody checks whether the caller may know of it. */
export function readReference(
  noun: FilterReference['noun'],
  input: unknown,
  { context, path }: Operand,
): string {
  if (input === ME && noun === 'member') return context.userId;
  if (typeof input !== 'string' || !idPattern(NOUNS[noun]).test(input)) {
    throw new ValueRefused(noun === 'member' ? 'Must be a user id or me' : `Must be an id of a ${noun}`);
  }
  context.references.push({ noun, id: input as string, path });
  return input as string;
}
