import { z } from 'zod';

/** Whether no two items of the board can have the same value; absent when they can. */
export const uniqueSchema = z
  .boolean()
  .transform((isUnique) => (isUnique ? true : undefined))
  .optional();

/** The config of types without other settings. */
export const uniqueConfigSchema = z.strictObject({ unique: uniqueSchema });
export type UniqueConfig = z.output<typeof uniqueConfigSchema>;
