import { z } from 'zod';
import { currentRecord } from '../../platform/events/current-record';
import { defineEvent } from '../../platform/events/define-event';
import * as schema from '../../rpc/schema';
import { comment as commentRecord, REACTION_CODES } from './comments.schemas';

const commentId = schema.id('comment');

/** Null for a top-level comment. */
const parentId = schema.id('comment').nullable();

/** Only its ids when the comment no longer exists, or its item is in Trash. */
const comment = { comment: currentRecord(commentRecord, commentRecord.pick({ id: true, itemId: true })) };

const reaction = { commentId, emoji: z.enum(REACTION_CODES) };

export const commentsEvents = {
  created: defineEvent('comment.created', {
    when: 'A comment or a reply was created.',
    subject: 'item',
    payload: { commentId, parentId, mentions: z.array(schema.id('user')), attachmentCount: z.int() },
    public: { fields: [], read: comment },
  }),
  updated: defineEvent('comment.updated', {
    when: 'The author edited a comment.',
    subject: 'item',
    /** `addedMentions` are the users whom the previous text did not mention. */
    payload: { commentId, parentId, addedMentions: z.array(schema.id('user')) },
    public: { fields: [], read: comment },
  }),
  deleted: defineEvent('comment.deleted', {
    when: 'A comment was deleted, with its replies.',
    subject: 'item',
    payload: { commentId, parentId, replyIds: z.array(commentId) },
    public: { fields: ['commentId', 'parentId', 'replyIds'], read: {} },
  }),
  pinned: defineEvent('comment.pinned', {
    when: 'A comment was pinned.',
    subject: 'item',
    payload: { commentId },
    public: 'payload',
  }),
  unpinned: defineEvent('comment.unpinned', {
    when: 'A comment is no longer pinned.',
    subject: 'item',
    payload: { commentId },
    public: 'payload',
  }),
  reactionAdded: defineEvent('comment.reaction_added', {
    when: 'A user reacted to a comment.',
    subject: 'item',
    payload: reaction,
    public: 'payload',
  }),
  reactionRemoved: defineEvent('comment.reaction_removed', {
    when: 'A user removed their reaction to a comment.',
    subject: 'item',
    payload: reaction,
    public: 'payload',
  }),
};
