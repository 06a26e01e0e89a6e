import { z } from 'zod';

export const MAX_DECIMALS = 10;
export const SUFFIX_MAX_LENGTH = 20;

/** The number of decimals that are shown; the stored value is not rounded. */
export const decimalsSchema = z.int().min(0).max(MAX_DECIMALS);

/** Display settings of plain numbers (contract §6: decimals, suffix). */
export const numberFormatSchema = z.strictObject({
  decimals: decimalsSchema.optional(),
  suffix: z.string().max(SUFFIX_MAX_LENGTH).optional(),
});
export type NumberFormat = z.output<typeof numberFormatSchema>;
