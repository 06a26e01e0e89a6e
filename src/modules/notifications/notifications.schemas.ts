import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { userReference } from '../hierarchy';
import { NOTIFICATION_KINDS, type NotificationKind } from './notification-kinds';

const IDS_MAX = 100;

export const notification = z.object({
  id: schema.id('notification'),
  kind: z.enum(NOTIFICATION_KINDS),
  /** The user who caused it; null for none. */
  actor: userReference.nullable(),
  /** What happened, as one line of plain text with the present names. */
  title: z.string(),
  /** The beginning of the comment, the item of a submission, what an automation says, or the name of the board; plain text. */
  message: z.string().nullable(),
  boardId: schema.id('board').nullable(),
  itemId: schema.id('item').nullable(),
  commentId: schema.id('comment').nullable(),
  columnId: schema.id('column').nullable(),
  formId: schema.id('form').nullable(),
  submissionId: schema.id('submission').nullable(),
  invitationId: schema.id('invitation').nullable(),
  automationId: schema.id('automation').nullable(),
  /** Where the record is shown. */
  url: z.string(),
  readAt: schema.timestamp.nullable(),
  createdAt: schema.timestamp,
});
export type NotificationOutput = z.output<typeof notification>;

export const notificationsList = {
  input: z.strictObject({
    unread: z.boolean().default(false),
    ...schema.page('notification'),
  }),
  output: z.object({ notifications: z.array(notification), nextCursor: schema.nextCursor }),
};
export type NotificationsListInput = z.output<typeof notificationsList.input>;

export const notificationsMarkRead = {
  input: z
    .strictObject({
      ids: z
        .array(schema.id('notification'))
        .min(1, 'Must name at least one notification')
        .max(IDS_MAX, `Must name at most ${IDS_MAX} notifications`)
        .optional(),
      all: z.literal(true, { error: 'Must be true' }).optional(),
    })
    .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
      path: ['ids'],
      message: 'Must be given, or all; not both',
    }),
  output: schema.success,
};
export type NotificationsMarkReadInput = z.output<typeof notificationsMarkRead.input>;

export const notificationsUnreadCount = {
  input: z.strictObject({}),
  output: z.object({ count: z.int() }),
};

const channels = z.object({ inApp: z.boolean(), email: z.boolean() });

function byKind<S extends z.ZodType>(of: S): Record<NotificationKind, S> {
  return Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, of])) as Record<NotificationKind, S>;
}

const preferences = z.object({
  preferences: z.object(byKind(channels)),
  /** Null for a user who never changed them. */
  updatedAt: schema.timestamp.nullable(),
});
export type PreferencesOutput = z.output<typeof preferences>;

export const preferencesGet = { input: z.strictObject({}), output: preferences };

export const preferencesUpdate = {
  input: z.strictObject({
    preferences: z
      .strictObject(
        byKind(z.strictObject({ inApp: z.boolean().optional(), email: z.boolean().optional() }).optional()),
      )
      .refine((given) => Object.keys(given).length > 0, {
        message: 'Must name at least one kind',
        when: ({ issues }) => issues.length === 0,
      }),
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: preferences,
};
export type PreferencesUpdateInput = z.output<typeof preferencesUpdate.input>;
