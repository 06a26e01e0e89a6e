import { Injectable } from '@nestjs/common';
import type { CommentId, ItemId, UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { Expires, removalOf } from '../../platform/schedule/expires.decorator';
import { COMMENT_FIELDS, type CommentRecord } from './comment.record';
import type { ReactionCode } from './comments.schemas';

/** A deleted comment is a valid cursor for a day. */
const TOMBSTONE_DAYS = 1;

/** Adds $n to the number of comments of an item, in the shard of this connection (comment-count.entity.ts). */
const COUNT = (item: string, change: string) => `insert into comment_counts
     select $1, ${item}, pg_backend_pid() % 16, ${change}
     on conflict (organization_id, item_id, shard) do update set count = comment_counts.count + excluded.count`;

// Nothing is written unless the item is there, and the parent of a reply, which stays locked.
const INSERT = statement(
  'comments.insert',
  `with item as (
     select id from items where organization_id = $1 and id = $3 and trashed_at is null for key share),
   parent as (
     update comments set reply_count = reply_count + 1
     where organization_id = $1 and id = $4 and item_id = $3 and parent_id is null and tombstone_until is null
       and exists (select from item)
     returning id),
   comment as (
     insert into comments (organization_id, id, item_id, parent_id, author_id, body, body_html, mentions,
       attachment_count, created_at, updated_at)
     select $1, $2, item.id, $4, $5, $6, $7, $8, $9, $10, $10 from item
     where $4::text is null or exists (select from parent)
     returning *),
   counted as (${COUNT('comment.item_id', '1 from comment')})
   select ${COMMENT_FIELDS} from comment`,
);

const UPDATE = statement(
  'comments.update',
  `with comment as (
     update comments set body = $3, body_html = $4, mentions = $5,
       updated_at = greatest($6, updated_at + interval '1 millisecond')
     where organization_id = $1 and id = $2 and tombstone_until is null
     returning *)
   select ${COMMENT_FIELDS} from comment`,
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
  `with comment as (
     update comments set is_pinned = $3
     where organization_id = $1 and id = $2 and tombstone_until is null and is_pinned <> $3
     returning *)
   select ${COMMENT_FIELDS} from comment`,
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
  `select ${COMMENT_FIELDS} from comments comment
   where organization_id = $1 and id = $2 and tombstone_until is null`,
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
  attachmentCount: number;
  createdAt: Date;
}

type Tx = InTransaction<TenantContext>;

@Expires({ kind: 'deleted comments', removal: removalOf('comments', 'tombstone_until'), keptMs: 0 })
@Injectable()
export class CommentsRepository {
  constructor(private readonly database: Database) {}

  /** Null when the item or the parent was deleted. */
  insert(tx: Tx, comment: NewComment): Promise<CommentRecord | null> {
    const { id, itemId, parentId, authorId, body, bodyHtml, mentions, attachmentCount, createdAt } = comment;
    const values = [id, itemId, parentId, authorId, body, bodyHtml, mentions, attachmentCount, createdAt];
    return this.one(tx, INSERT, values);
  }

  /** The comment stays locked until the transaction ends; null when there is none. */
  lock(tx: Tx, id: CommentId): Promise<LockedComment | null> {
    return this.one(tx, LOCK, [id]);
  }

  update(tx: Tx, id: CommentId, text: CommentText, at: Date): Promise<CommentRecord | null> {
    return this.one(tx, UPDATE, [id, text.body, text.bodyHtml, text.mentions, at]);
  }

  /** Deletes a locked comment with its replies, whose ids it returns. */
  async delete(tx: Tx, id: CommentId, parentId: CommentId | null, at: Date): Promise<CommentId[]> {
    const rows = await this.database.query<{ id: CommentId }>(tx, DELETE, [tx.organizationId, id, at]);
    if (parentId !== null) await this.database.query(tx, UNCOUNT_REPLY, [tx.organizationId, parentId]);
    return rows.map((row) => row.id);
  }

  /** Null when the comment is in that state already. */
  pin(tx: Tx, id: CommentId, isPinned: boolean): Promise<CommentRecord | null> {
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

  find(context: TenantContext, id: CommentId): Promise<CommentRecord | null> {
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
