import { z } from 'zod';
import { WEB_ADDRESS_MAX } from '../../kernel/web-address';
import * as schema from '../../rpc/schema';
import { WEBHOOK_EVENT_NAMES } from './webhook-events';

/** `gone`: the receiver responded with 410. `failing`: no attempt has succeeded for five days. */
export const DISABLED_REASONS = ['manual', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

const eventName = z.enum(WEBHOOK_EVENT_NAMES);

const events = z
  .array(eventName)
  .min(1, 'Must name at least one event')
  .max(WEBHOOK_EVENT_NAMES.length, 'Must not repeat an event')
  .refine((given) => new Set(given).size === given.length, 'Must not repeat an event');

/** The outbound guard checks the rest. */
const url = z.string().max(WEB_ADDRESS_MAX, `Must be at most ${WEB_ADDRESS_MAX} characters`);

export const webhook = z.object({
  id: schema.id('webhook'),
  name: z.string(),
  url: z.string(),
  events: z.array(eventName),
  projectId: schema.id('project').nullable(),
  enabled: z.boolean(),
  disabledReason: z.enum(DISABLED_REASONS).nullable(),
  disabledAt: schema.timestamp.nullable(),
  failingSince: schema.timestamp.nullable(),
  previousSecretExpiresAt: schema.timestamp.nullable(),
  createdBy: schema.id('user'),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});
export type WebhookOutput = z.output<typeof webhook>;

const webhookWithSecret = webhook.extend({ secret: schema.secret });
export type WebhookWithSecret = z.output<typeof webhookWithSecret>;

export const webhooksList = {
  input: z.strictObject(schema.page('webhook')),
  output: z.object({ webhooks: z.array(webhook), nextCursor: schema.nextCursor }),
};

export const webhooksGet = { input: z.strictObject({ id: schema.id('webhook') }), output: webhook };

export const webhooksCreate = {
  input: z.strictObject({
    name: schema.name(),
    url,
    events,
    projectId: schema.id('project').nullish(),
  }),
  output: webhookWithSecret,
};
export type WebhooksCreateInput = z.output<typeof webhooksCreate.input>;

export const webhooksUpdate = {
  input: z.strictObject({
    id: schema.id('webhook'),
    name: schema.name().optional(),
    url: url.optional(),
    events: events.optional(),
    projectId: schema.id('project').nullish(),
    enabled: z.boolean().optional(),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: webhook,
};
export type WebhooksUpdateInput = z.output<typeof webhooksUpdate.input>;

export const webhooksDelete = {
  input: z.strictObject({ id: schema.id('webhook') }),
  output: schema.success,
};

export const webhooksRotateSecret = {
  input: z.strictObject({ id: schema.id('webhook') }),
  output: webhookWithSecret,
};

export const webhooksTest = {
  input: z.strictObject({ id: schema.id('webhook') }),
  output: z.object({
    success: z.boolean(),
    /** Null when the receiver did not respond. */
    status: z.int().nullable(),
    error: z.string().nullable(),
    durationMs: z.int(),
  }),
};
export type TestOutput = z.output<typeof webhooksTest.output>;
