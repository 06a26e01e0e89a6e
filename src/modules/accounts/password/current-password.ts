import { z } from 'zod';

const TYPED_MAX = 1024;

/**
 * A password to be checked, with any content: the rules for new passwords must not lock out users with an
 * older one.
 */
export const typedPassword = z
  .string()
  .min(1, 'Must not be empty')
  .max(TYPED_MAX, `Must be at most ${TYPED_MAX} characters`);
