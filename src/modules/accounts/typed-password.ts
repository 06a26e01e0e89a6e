import { z } from 'zod';

const TYPED_MAX = 1024;

/** A password as it is typed to be checked, of any content: rules for new ones must lock nobody out who has an old one. */
export const typedPassword = z
  .string()
  .min(1, 'Must not be empty')
  .max(TYPED_MAX, `Must be at most ${TYPED_MAX} characters`);
