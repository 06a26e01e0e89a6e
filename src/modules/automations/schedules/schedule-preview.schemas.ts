import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { cronExpression } from '../triggers/recurring';

const PREVIEW_MAX = 50;
const COUNT = `Must be a whole number from 1 to ${PREVIEW_MAX}`;

export const automationsPreview = {
  input: z.strictObject({
    cron: cronExpression,
    count: z.int(COUNT).min(1, COUNT).max(PREVIEW_MAX, COUNT).default(5),
  }),
  output: z.object({ times: z.array(schema.timestamp) }),
};
