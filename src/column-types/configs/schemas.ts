import { z } from 'zod';
import { type Id, type IdNoun, idPattern } from '../../kernel/ids';

/** An array whose length is checked first: zod alone would report every error of a million entries. */
export function boundedArray<Entry extends z.ZodType>(entry: Entry, maxLength: number) {
  return z.array(z.unknown()).max(maxLength).pipe(z.array(entry));
}

/** An id with the prefix of one noun. */
export function idSchema<N extends IdNoun>(of: N, message: string) {
  return z
    .string()
    .regex(idPattern(of), message)
    .transform((text) => text as Id<N>);
}
