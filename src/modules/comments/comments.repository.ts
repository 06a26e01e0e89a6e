import { Injectable } from '@nestjs/common';
import { type BoardId, type CommentId, type ItemId, newId, type UserId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { type InTransaction, isAlone } from '../../platform/database/transaction';
import { actorOf, originOf } from '../../platform/events/origin-of';
import type { DomainEvent } from '../../platform/events/define-event';
import { Expires, removalOf } from '../../platform/schedule/expires.decorator';
import { type CommentRow, type People, peopleOf, SHOWN_ONE } from './comment.record';
import type { ReactionCode } from './comments.schemas';

/** A deleted comment is a valid cursor for a day. */
const TOMBSTONE_DAYS = 1;

/** Adds $n to the number of comments of an item, in the shard of this connection (comment-count.entity.ts). */
const COUNT = (item: string, change: string) => `insert into comment_counts
     select $1, ${item}, pg_backend_pid() % 16, ${change}
     on conflict (organization_id, item_id, shard) do update set count = comment_counts.count + excluded.count`;

// Nothing is written unless the item is on its board, with the parent of a reply, which stays locked, and all of $14 are members.
const INSERT = statement(
  'comments.insert',
  `with item as (
     select id from items
     where organization_id = $1 and id = $3 and board_id = $4 and trashed_at is null
       and cardinality($14::text[]) = (
         select count(*) from members where organization_id = $1 and user_id = any ($14) and status = 'active')
     for key share),
   parent as (
     update comments set reply_count = reply_count + 1
     where organization_id = $1 and id = $5 and item_id = $3 and parent_id is null and tombstone_until is null
       and exists (select from item)
     returning id),
   comment as (
     insert into comments (organization_id, id, item_id, parent_id, author_id, body, body_html, mentions,
       created_at, updated_at, attachment_count)
     select $1, $2, item.id, $5, $6, $7, $8, $9, $10, $10, $16 from item
     where $5::text is null or exists (select from parent)
     returning item_id),
   counted as (${COUNT('comment.item_id', '1 from comment')} returning shard),
   event as (
     insert into outbox (id, organization_id, type, board_id, item_id, actor_id, data, occurred_at, origin)
     select $11, $1, $12, $4, $3, $17, $13, $10, $18 from comment)
   select ${peopleOf('$9::text[] || $6::text')} as people from comment, counted
   where item_write_is_in_time(p_is_alone => $15)`,
);

const UPDATE = statement(
  'comments.update',
  `with page as (
     update comments set body = $3, body_html = $4, mentions = $5,
       updated_at = greatest($6, updated_at + interval '1 millisecond')
     where organization_id = $1 and id = $2 and tombstone_until is null
     returning *),
   ${SHOWN_ONE}`,
);

const LOCK = statement(
  'comments.lock',
  `select item_id as "itemId", parent_id as "parentId", author_id as "authorId", mentions, updated_at as "updatedAt"
   from comments where organization_id = $1 and id = $2 and tombstone_until is null
   for no key update`,
);

// The comment is locked by an earlier statement, so that a reply is either in the snapshot of this one or never created.
const DELETE = statement(
  'comments.delete',
  `with gone as (
     update comments
     set body = '', body_html = '', mentions = '{}', is_pinned = false, attachment_count = 0,
       tombstone_until = $3::timestamptz + interval '${TOMBSTONE_DAYS} day'
     where organization_id = $1 and (id = $2 or parent_id = $2) and tombstone_until is null
     returning id, item_id),
   reacted as (
     delete from comment_reactions using gone
     where comment_reactions.organization_id = $1 and comment_reactions.comment_id = gone.id),
   counted as (${COUNT('item_id', '-count(*) from gone group by item_id')})
   select id from gone where id <> $2 order by id`,
);

const UNCOUNT_REPLY = statement(
  'comments.uncount-reply',
  `update comments set reply_count = reply_count - 1 where organization_id = $1 and id = $2`,
);

const PIN = statement(
  'comments.pin',
  `with page as (
     update comments set is_pinned = $3
     where organization_id = $1 and id = $2 and tombstone_until is null and is_pinned <> $3
     returning *),
   ${SHOWN_ONE}`,
);

// Concurrent calls of one user each add or remove: the first commits, the second sees its row.
const ADD_REACTION = statement(
  'comments.add-reaction',
  `insert into comment_reactions (organization_id, comment_id, user_id, emoji, created_at)
   select $1, id, $3, $4, $5 from comments where organization_id = $1 and id = $2 and tombstone_until is null
   on conflict do nothing returning true as added`,
);

const REMOVE_REACTION = statement(
  'comments.remove-reaction',
  `delete from comment_reactions where organization_id = $1 and comment_id = $2 and user_id = $3 and emoji = $4`,
);

const FIND = statement(
  'comments.find',
  `with page as materialized (
     select * from comments where organization_id = $1 and id = $2 and tombstone_until is null),
   ${SHOWN_ONE}`,
);

export interface CommentPlace {
  itemId: ItemId;
  parentId: CommentId | null;
  authorId: UserId;
}

export interface LockedComment extends CommentPlace {
  mentions: UserId[];
  updatedAt: string;
}

export interface CommentText {
  body: string;
  bodyHtml: string;
  mentions: readonly UserId[];
}

export interface NewComment extends CommentText, CommentPlace {
  id: CommentId;
  createdAt: Date;
  attachmentCount: number;
}

export interface Expected {
  /** The board of the item. */
  boardId: BoardId;
  /** Users who must be active members. */
  members: readonly UserId[];
}

type Tx = InTransaction<TenantContext>;

@Expires({ kind: 'deleted comments', removal: removalOf('comments', 'tombstone_until'), keptMs: 0 })
@Injectable()
export class CommentsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Creates a comment with its event in one statement, and returns the people that it shows. Null when the item or the parent
   * was deleted, or something is not as expected.
   */
  async insert(
    context: CallContext,
    comment: NewComment,
    expected: Expected,
    event: DomainEvent,
  ): Promise<People | null> {
    const { id, itemId, parentId, authorId, body, bodyHtml, mentions, createdAt, attachmentCount } = comment;
    const row = await this.one<{ people: People }>(context, INSERT, [
      id,
      itemId,
      expected.boardId,
      parentId,
      authorId,
      body,
      bodyHtml,
      mentions,
      createdAt,
      newId('event'),
      event.type,
      JSON.stringify(event.data),
      expected.members,
      isAlone(context),
      attachmentCount,
      actorOf(context),
      originOf(context),
    ]);
    return row && row.people;
  }

  /** The comment stays locked until the transaction ends; null when there is none. */
  lock(tx: Tx, id: CommentId): Promise<LockedComment | null> {
    return this.one(tx, LOCK, [id]);
  }

  update(tx: Tx, id: CommentId, text: CommentText, at: Date): Promise<CommentRow | null> {
    return this.one(tx, UPDATE, [id, text.body, text.bodyHtml, text.mentions, at]);
  }

  /** Deletes a locked comment with its replies, whose ids it returns. */
  async delete(tx: Tx, id: CommentId, parentId: CommentId | null, at: Date): Promise<CommentId[]> {
    const rows = await this.database.query<{ id: CommentId }>(tx, DELETE, [tx.organizationId, id, at]);
    if (parentId !== null) await this.database.query(tx, UNCOUNT_REPLY, [tx.organizationId, parentId]);
    return rows.map((row) => row.id);
  }

  /** Null when the comment is in that state already. */
  pin(tx: Tx, id: CommentId, isPinned: boolean): Promise<CommentRow | null> {
    return this.one(tx, PIN, [id, isPinned]);
  }

  /** Adds a reaction, or removes it if it is there; returns whether it was added. */
  async toggleReaction(
    tx: Tx,
    id: CommentId,
    { userId, emoji, at }: { userId: UserId; emoji: ReactionCode; at: Date },
  ): Promise<boolean> {
    const added = await this.one<{ added: true }>(tx, ADD_REACTION, [id, userId, emoji, at]);
    if (added === null) await this.one(tx, REMOVE_REACTION, [id, userId, emoji]);
    return added !== null;
  }

  find(context: TenantContext, id: CommentId): Promise<CommentRow | null> {
    return this.one(context, FIND, [id]);
  }

  private async one<Row>(
    context: TenantContext,
    text: ReturnType<typeof statement>,
    values: unknown[],
  ): Promise<Row | null> {
    const [row] = await this.database.query<Row>(context, text, [context.organizationId, ...values]);
    return row ?? null;
  }
}
