import { z } from 'zod';
import type { Json } from '../../kernel/json';
import * as schema from '../../rpc/schema';
import { filtersSchema } from '../columns';
import { ACTIONS, type ActionType } from './actions';
import { EXECUTION_OUTCOMES } from './executions/execution.record';
import { TRIGGERS, type TriggerType } from './triggers';

/** The maximum that automations.list shows. */
export const AUTOMATIONS_MAX = 200;
export const ACTIONS_MAX = 20;
/** The JSON of a trigger, and of all actions: a list shows those of 200 automations, and each event reads the triggers. */
const TRIGGER_LENGTH_MAX = 20_000;
const ACTIONS_LENGTH_MAX = 100_000;

/** A trigger or an action: a type, and the config of the type. */
function typed<Type extends string>(
  kinds: Readonly<Record<Type, { readonly config: z.ZodType<object> }>>,
): z.ZodType<{ type: Type; config: object }, { type: Type; config: object }> {
  const options = Object.entries<{ readonly config: z.ZodType<object> }>(kinds).map(([type, { config }]) =>
    z.strictObject({ type: z.literal(type), config: z.preprocess((given) => given ?? {}, config) }),
  );
  const [first, ...others] = options;
  const error = `Must be one of ${Object.keys(kinds).join(', ')}`;
  return z.discriminatedUnion('type', [first!, ...others], { error }) as never;
}

const trigger = typed<TriggerType>(TRIGGERS).refine(
  (given) => JSON.stringify(given).length <= TRIGGER_LENGTH_MAX,
  `Must be at most ${TRIGGER_LENGTH_MAX} characters of JSON`,
);

const actions = z
  .array(typed<ActionType>(ACTIONS))
  .min(1, 'Must contain at least one action')
  .max(ACTIONS_MAX, `Must contain at most ${ACTIONS_MAX} actions`)
  .refine(
    (given) => JSON.stringify(given).length <= ACTIONS_LENGTH_MAX,
    `Must be at most ${ACTIONS_LENGTH_MAX} characters of JSON`,
  );

/** An action as it is stored and shown. */
export interface WrittenAction {
  type: ActionType;
  config: { [key: string]: Json };
}

const shownConfig = z.record(z.string(), z.custom<Json>());

export const automation = z.object({
  id: schema.id('automation'),
  boardId: schema.id('board'),
  name: z.string(),
  enabled: z.boolean(),
  /** Why Trestle disabled the automation; null otherwise. */
  disabledReason: z.string().nullable(),
  trigger: z.object({ type: z.string(), config: shownConfig }),
  conditions: z.array(z.custom<Json>()),
  actions: z.array(z.object({ type: z.string(), config: shownConfig })),
  /** Where a POST fires the automation, for its creator; null for others and for other triggers. */
  webhookUrl: schema.secret.nullable(),
  executionCount: z.int(),
  lastExecutedAt: schema.timestamp.nullable(),
  /** When its schedule is due next; null while it is disabled, and for triggers without a schedule. */
  nextRunAt: schema.timestamp.nullable(),
  createdBy: schema.id('user'),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});
export type AutomationOutput = z.output<typeof automation>;

export const execution = z.object({
  id: schema.id('execution'),
  automationId: schema.id('automation'),
  status: z.enum(EXECUTION_OUTCOMES),
  triggeredBy: z.object({
    type: z.string(),
    itemId: schema.id('item').nullable(),
    userId: schema.id('user').nullable(),
  }),
  actionsExecuted: z.int(),
  /** Milliseconds. */
  duration: z.int(),
  error: z.string().nullable(),
  /** The index of the action that failed. */
  failedAction: z.int().nullable(),
  executedAt: schema.timestamp,
  /** The mails and requests, which are sent after the run. An execution is failed while one of them is. */
  effects: z.array(
    z.object({
      id: schema.id('effect'),
      /** The index of the action. */
      action: z.int(),
      status: z.enum(['pending', 'success', 'failed']),
      attempts: z.int(),
      /** Of the last attempt. */
      error: z.string().nullable(),
    }),
  ),
});
export type ExecutionOutput = z.output<typeof execution>;

export const automationsList = {
  input: z.strictObject({ boardId: schema.id('board') }),
  output: z.object({ automations: z.array(automation) }),
};

export const automationsCreate = {
  input: z.strictObject({
    boardId: schema.id('board'),
    name: schema.name(),
    enabled: z.boolean().default(true),
    trigger,
    conditions: filtersSchema.optional(),
    actions,
  }),
  output: automation,
};
export type AutomationsCreateInput = z.output<typeof automationsCreate.input>;

export const automationsUpdate = {
  input: z.strictObject({
    id: schema.id('automation'),
    name: schema.name().optional(),
    enabled: z.boolean().optional(),
    trigger: trigger.optional(),
    conditions: filtersSchema.optional(),
    actions: actions.optional(),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: automation,
};
export type AutomationsUpdateInput = z.output<typeof automationsUpdate.input>;

export const automationsToggle = {
  input: z.strictObject({
    id: schema.id('automation'),
    enabled: z.boolean(),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: automation,
};

export const automationsDelete = {
  input: z.strictObject({ id: schema.id('automation'), expectedUpdatedAt: schema.expectedUpdatedAt }),
  output: schema.success,
};

export const automationsLog = {
  input: z.strictObject({ automationId: schema.id('automation'), ...schema.page('execution') }),
  output: z.object({ executions: z.array(execution), nextCursor: schema.nextCursor }),
};
export type AutomationsLogInput = z.output<typeof automationsLog.input>;

/** The most that automations.dryRun tries. */
const LAST_EVENTS_MAX = 20;
const LAST_EVENTS = `Must be a whole number from 1 to ${LAST_EVENTS_MAX}`;

export const automationsRun = {
  input: z.strictObject({ id: schema.id('automation'), itemId: schema.id('item').optional() }),
  output: execution,
};
export type AutomationsRunInput = z.output<typeof automationsRun.input>;

export const executionsRerun = {
  input: z.strictObject({ id: schema.id('execution') }),
  output: execution,
};

/** What a run would do. */
const dryRun = z.object({
  /** The event of the run; absent without lastEvents. */
  event: z
    .object({
      id: schema.id('event'),
      type: z.string(),
      itemId: schema.id('item').nullable(),
      timestamp: schema.timestamp,
    })
    .optional(),
  status: z.enum(['success', 'failed', 'skipped']),
  /** Whether the conditions are met. */
  conditions: z.boolean(),
  /** One for each action; none when an action would fail. */
  effects: z.array(z.looseObject({ action: z.string(), summary: z.string() })),
  error: z.string().nullable(),
  /** The index of the action that would fail. */
  failedAction: z.int().nullable(),
});
export type DryRunOutput = z.output<typeof dryRun>;

export const automationsDryRun = {
  input: z
    .strictObject({
      id: schema.id('automation').optional(),
      definition: z
        .strictObject({
          boardId: schema.id('board'),
          trigger,
          conditions: filtersSchema.optional(),
          actions,
        })
        .optional(),
      itemId: schema.id('item').optional(),
      lastEvents: z.int(LAST_EVENTS).min(1, LAST_EVENTS).max(LAST_EVENTS_MAX, LAST_EVENTS).optional(),
    })
    .refine(({ id, definition }) => (id === undefined) !== (definition === undefined), {
      path: ['id'],
      error: 'Give either id or definition',
    })
    .refine(({ itemId, lastEvents }) => itemId === undefined || lastEvents === undefined, {
      path: ['lastEvents'],
      error: 'Give either itemId or lastEvents',
    }),
  output: z.object({ runs: z.array(dryRun) }),
};
export type AutomationsDryRunInput = z.output<typeof automationsDryRun.input>;

/** A trigger with its config, checked for its shape. */
export type GivenTrigger = z.output<typeof trigger>;
export type GivenAction = z.output<typeof actions>[number];
