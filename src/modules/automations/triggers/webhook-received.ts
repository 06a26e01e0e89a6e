import { z } from 'zod';
import { MASK } from '../mask';
import { defineTrigger } from './trigger';

const SECRET = /^[\x20-\x7e]{16,200}$/;
/** Standard Webhooks writes keys in base64 after this prefix. */
const ENCODED_KEY = /^whsec_(?=.{16})(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/**
 * A request arrives at the automation's webhookUrl. With a signing secret, each request must be signed with it; the
 * definition contains the mask in its place (decision 0098).
 */
export const webhookReceived = defineTrigger({
  type: 'webhook.received',
  config: z.strictObject({
    signingSecret: z
      .string()
      .refine(
        (secret) => secret === MASK || SECRET.test(secret),
        'Must be 16 to 200 printable ASCII characters',
      )
      .refine((secret) => !secret.startsWith('whsec_') || ENCODED_KEY.test(secret), {
        error: 'Must have base64 after whsec_',
      })
      .optional(),
  }),
});
