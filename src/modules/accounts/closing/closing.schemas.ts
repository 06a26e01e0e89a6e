import { z } from 'zod';
import * as schema from '../../../rpc/schema';

/** `erasedAt` is when the name and the address are erased everywhere; until about an hour before, the user can restore the account. */
const output = z.object({ erasedAt: schema.timestamp });

export const authDeleteAccount = { input: z.strictObject({ ...schema.userEvidence }), output };

export const membersErase = {
  input: z.strictObject({ userId: schema.id('user'), ...schema.userEvidence }),
  output,
};
