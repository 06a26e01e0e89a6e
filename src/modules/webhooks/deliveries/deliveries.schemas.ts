import { z } from 'zod';
import * as schema from '../../../rpc/schema';

export const DELIVERY_STATUSES = ['pending', 'success', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A page can have 200 deliveries: of a longer body the list has the beginning. */
export const SHOWN_BODY_CHARACTERS = 16_384;

const headers = z.record(z.string(), z.string());

export const delivery = z.object({
  id: schema.id('delivery'),
  webhookId: schema.id('webhook'),
  eventId: schema.id('event'),
  eventType: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  nextAttemptAt: schema.timestamp.nullable(),
  /** Of the last attempt, as are the fields below; null before the first one. */
  request: z.object({ url: z.string(), headers, body: z.string() }).nullable(),
  /** Null when the receiver did not respond. */
  response: z.object({ status: z.int(), headers, body: z.string() }).nullable(),
  error: z.string().nullable(),
  durationMs: z.int().nullable(),
  attemptedAt: schema.timestamp.nullable(),
  completedAt: schema.timestamp.nullable(),
  createdAt: schema.timestamp,
});
export type DeliveryOutput = z.output<typeof delivery>;

export const deliveriesList = {
  input: z.strictObject({
    webhookId: schema.id('webhook'),
    status: z.enum(DELIVERY_STATUSES).optional(),
    ...schema.page('delivery'),
  }),
  output: z.object({ deliveries: z.array(delivery), nextCursor: schema.nextCursor }),
};

export const deliveriesRedeliver = {
  input: z.strictObject({ id: schema.id('delivery') }),
  output: delivery,
};

const instant = z.iso
  .datetime({ offset: true, error: 'Must be an ISO 8601 timestamp' })
  .transform((text) => new Date(text));

export const webhooksReplay = {
  input: z
    .strictObject({
      id: schema.id('webhook'),
      since: schema.id('event').optional(),
      from: instant.optional(),
      to: instant.optional(),
    })
    .superRefine(({ since, from, to }, check) => {
      const reject = (path: string, message: string) =>
        check.addIssue({ code: 'custom', path: [path], message });
      if (since === undefined && from === undefined) reject('from', 'Is required without `since`');
      if (since !== undefined && from !== undefined) reject('from', 'Must not be combined with `since`');
      if (since !== undefined && to !== undefined) reject('to', 'Must not be combined with `since`');
      if (from !== undefined && to !== undefined && to < from) reject('to', 'Must not be before `from`');
    }),
  output: z.object({ deliveries: z.int() }),
};
export type WebhooksReplayInput = z.output<typeof webhooksReplay.input>;
