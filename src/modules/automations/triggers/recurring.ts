import { z } from 'zod';
import { cronProblem } from '../schedules/cron';
import { defineTrigger } from './trigger';

/** Five fields: at most one time a minute. */
export const cronExpression = z
  .string()
  .max(100, 'Must be at most 100 characters')
  .check(({ value, issues }) => {
    const message = value.length > 100 ? null : cronProblem(value);
    if (message !== null) issues.push({ code: 'custom', input: value, message });
  });

/** On a schedule, in the organization's time zone. */
export const recurring = defineTrigger({
  type: 'recurring',
  config: z.strictObject({ cron: cronExpression }),
});
