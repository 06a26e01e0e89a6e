import type { Client } from 'pg';
import { newId } from '../../../../src/kernel/ids';
import { fractionAt, integerAt } from '../data/pseudo-random';
import type { BoardHandles } from '../subject';

/** A row of the outbox. */
export interface OutboxRow {
  readonly id: string;
  readonly type: string;
  readonly item_id: string;
  readonly data: object;
}

interface Comment {
  readonly id: string;
  readonly itemId: string;
}

const SHARES = { 'value.changed': 0.5, 'item.created': 0.7, 'item.moved': 0.85, 'comment.created': 1 };
type EventType = keyof typeof SHARES;

const MENTIONED = 0.1;
const TYPE_SALT = 1;
const COLUMN_SALT = 2;
const MENTION_SALT = 3;

/** Changes of a busy board: half of them values, mostly labels and numbers; some assign or mention users. */
export class EventMix {
  private made = 0;
  private comments: Comment[] = [];

  constructor(private readonly board: BoardHandles) {}

  async load(client: Client): Promise<void> {
    const { rows } = await client.query<Comment>(
      `select id, item_id as "itemId" from comments where item_id = any ($1) limit 5000`,
      [this.board.itemIds.slice(1)],
    );
    this.comments = rows;
  }

  next(): OutboxRow {
    const at = this.made++;
    const fraction = fractionAt(at, TYPE_SALT);
    const type = (Object.keys(SHARES) as EventType[]).find((name) => fraction < SHARES[name])!;
    const itemId = this.board.itemIds[at % this.board.itemIds.length]!;
    return { id: newId('event'), type, item_id: itemId, ...this.dataOf(type, at) };
  }

  private dataOf(type: EventType, at: number): { data: object; item_id?: string } {
    const groupId = this.board.groupIds[0]!;
    if (type === 'item.moved') return { data: { groupId, position: at, previousGroupId: groupId } };
    if (type === 'comment.created') {
      const comment = this.comments[at % this.comments.length]!;
      const mentions = fractionAt(at, MENTION_SALT) < MENTIONED ? [this.board.userIds[1]] : [];
      const data = { commentId: comment.id, parentId: null, mentions, attachmentCount: 0 };
      return { item_id: comment.itemId, data };
    }
    const { columnIds, userIds } = this.board;
    if (type === 'item.created') {
      const values = { [columnIds.points]: at % 100, [columnIds.notes]: `Notes of item ${at}` };
      return {
        data: { name: `Item ${at}`, description: null, groupId, parentId: null, position: at, values },
      };
    }
    const changes = [
      { columnId: columnIds.points, value: at % 100, previousValue: (at + 1) % 100 },
      { columnId: columnIds.budget, value: at, previousValue: null },
      { columnId: columnIds.approved, value: true, previousValue: false },
      { columnId: columnIds.due, value: '2026-11-21T00:00:00.000Z', previousValue: null },
      { columnId: columnIds.notes, value: `Notes ${at}`, previousValue: `Notes ${at - 1}` },
      { columnId: columnIds.owners, value: [userIds[2]], previousValue: [] },
    ];
    // The last two are rarer than numbers and choices.
    return { data: changes[integerAt(at, COLUMN_SALT, 20)] ?? changes[at % 4]! };
  }
}
