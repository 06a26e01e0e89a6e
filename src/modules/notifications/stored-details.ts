import { z } from 'zod';
import * as schema from '../../rpc/schema';

/** Far more than the text of an automation, or the reason why one was disabled. */
const TEXT_MAX = 20_000;

/** `NotificationDetails` of another installation. */
export const storedDetails = z.strictObject({
  automationId: schema.id('automation').optional(),
  text: z.string().max(TEXT_MAX).optional(),
  columnId: schema.id('column').optional(),
  formId: schema.id('form').optional(),
  submissionId: schema.id('submission').optional(),
  invitationId: schema.id('invitation').optional(),
});
