import { z } from 'zod';
import { hasMoreCharacters } from '../../kernel/character-count';
import * as schema from '../../rpc/schema';
import { userReference } from '../hierarchy';

export const BODY_MAX = 20_000;
export const MENTIONS_MAX = 100;
const ATTACHMENTS_MAX = 20;
const REPLIES_DEFAULT = 200;

/** Reaction codes (specification, "Comment"). */
export const REACTION_CODES = [
  'thumbsup',
  'thumbsdown',
  'heart',
  'check',
  'eyes',
  'rocket',
  'party',
  'thinking',
] as const;
export type ReactionCode = (typeof REACTION_CODES)[number];

const body = z
  .string()
  .refine((text) => text.trim() !== '', 'Must not be empty')
  .refine((text) => !hasMoreCharacters(text, BODY_MAX), `Must be at most ${BODY_MAX} characters`);

const emoji = z.enum(REACTION_CODES, {
  error: `Must be one of ${REACTION_CODES.join(', ')}`,
});

const attachment = z.object({
  id: schema.id('attachment'),
  name: z.string(),
  url: z.string(),
  /** In bytes. */
  size: z.int(),
  /** Media type. */
  type: z.string(),
});

export const comment = z.object({
  id: schema.id('comment'),
  itemId: schema.id('item'),
  parentId: schema.id('comment').nullable(),
  /** Markdown. */
  body: z.string(),
  /** Sanitized HTML of `body`. */
  bodyHtml: z.string(),
  /** The members that `body` mentions. */
  mentions: z.array(schema.id('user')),
  attachments: z.array(attachment),
  reactions: z.array(z.object({ emoji, users: z.array(schema.id('user')) })),
  author: userReference,
  replyCount: z.int(),
  isPinned: z.boolean(),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});
export type CommentOutput = z.output<typeof comment>;

export const commentsList = {
  input: z.strictObject({
    itemId: schema.id('item'),
    pinned: z.boolean().default(false),
    ...schema.page('comment'),
  }),
  output: z.object({ comments: z.array(comment), nextCursor: schema.nextCursor }),
};
export type CommentsListInput = z.output<typeof commentsList.input>;

export const commentsReplies = {
  input: z.strictObject({
    commentId: schema.id('comment'),
    cursor: schema.id('comment').nullish(),
    limit: schema.pageLimit.default(REPLIES_DEFAULT),
  }),
  output: z.object({ replies: z.array(comment), nextCursor: schema.nextCursor }),
};
export type CommentsRepliesInput = z.output<typeof commentsReplies.input>;

export const commentsCreate = {
  input: z.strictObject({
    itemId: schema.id('item'),
    body,
    parentId: schema.id('comment').nullish(),
    attachmentIds: z
      .array(schema.id('file'))
      .max(ATTACHMENTS_MAX, `Must name at most ${ATTACHMENTS_MAX} files`)
      .optional(),
  }),
  output: comment,
};
export type CommentsCreateInput = z.output<typeof commentsCreate.input>;

export const commentsUpdate = {
  input: z.strictObject({
    id: schema.id('comment'),
    body,
    expectedUpdatedAt: schema.expectedUpdatedAt,
  }),
  output: comment,
};
export type CommentsUpdateInput = z.output<typeof commentsUpdate.input>;

export const commentsDelete = {
  input: z.strictObject({ id: schema.id('comment') }),
  output: schema.success,
};

export const commentsPin = {
  input: z.strictObject({ id: schema.id('comment'), pinned: z.boolean() }),
  output: comment,
};
export type CommentsPinInput = z.output<typeof commentsPin.input>;

export const commentsReact = {
  input: z.strictObject({ commentId: schema.id('comment'), emoji }),
  output: comment,
};
export type CommentsReactInput = z.output<typeof commentsReact.input>;
