import { z } from 'zod';

/** An array whose length is checked first: zod alone would list every fault of a million entries. */
export function boundedArray<Entry extends z.ZodType>(entry: Entry, maxLength: number) {
  return z.array(z.unknown()).max(maxLength).pipe(z.array(entry));
}
