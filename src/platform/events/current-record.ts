import { z } from 'zod';

/** A record as it is when the event is shown, and only its ids when it no longer exists. */
export function currentRecord(record: z.ZodObject, ids: z.ZodObject): z.ZodUnion<[z.ZodObject, z.ZodObject]> {
  return z.union([record, ids]);
}
