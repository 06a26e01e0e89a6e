import { beforeAll, describe, expect, it } from 'vitest';
import type { CommentId, ItemId } from '../../../src/kernel/ids';
import { REACTION_CODES } from '../../../src/modules/comments/comments.schemas';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aComment } from '../../support/factories/comment.factory';
import { anItem } from '../../support/factories/item.factory';
import type { TestMember } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { eventsDuring, refusedPaths } from '../../support/refusals';

describe('comments', () => {
  let board: TestBoard;
  let itemId: ItemId;
  let author: TestMember;
  let other: TestMember;
  const owner = () => board.organization.owner.client;
  const byAuthor = (body = 'Comment') => aComment(board, itemId, { body, client: author.client });
  const current = async (id: CommentId) => {
    const { comments } = (await owner().query('comments.list', { itemId })).data;
    return comments.find((comment: { id: string }) => comment.id === id);
  };

  beforeAll(async () => {
    board = await aBoard();
    itemId = await anItem(board);
    author = await board.workspace.addMember();
    other = await board.workspace.addMember();
  });

  describe('update', () => {
    it('200: replaces the text, and names the mentions that are new', async () => {
      const id = await byAuthor(`@${other.userId}`);
      const before = await current(id);
      const body = `@${other.userId} and @${author.userId}`;
      let updated: Awaited<ReturnType<typeof made>>;
      const events = await eventsDuring(board.organization, async () => {
        updated = await made(author.client, 'comments.update', { id, body });
      });
      expect(updated).toEqual(await current(id));
      expect(updated).toMatchObject({ body, mentions: [other.userId, author.userId] });
      expect(updated.updatedAt > before.updatedAt).toBe(true);
      expect(events).toMatchObject([
        { type: 'comment.updated', data: { commentId: id, addedMentions: [author.userId] } },
      ]);
    });

    it('409: a version that is no longer the current one', async () => {
      const id = await byAuthor();
      const { updatedAt } = await current(id);
      const edit = { id, body: 'Edited', expectedUpdatedAt: updatedAt };
      await made(author.client, 'comments.update', edit);
      expect((await author.client.mutate('comments.update', edit)).status).toBe(409);
    });

    it('403: not even the owner of the organization edits the text of another user', async () => {
      const id = await byAuthor();
      expect((await owner().mutate('comments.update', { id, body: 'x' })).status).toBe(403);
    });
  });

  describe('delete', () => {
    it('200: the author, or an admin of the workspace or the organization', async () => {
      const admin = await board.workspace.addMember('admin');
      for (const { client } of [author, admin, board.organization.owner]) {
        const id = await byAuthor();
        expect((await client.mutate('comments.delete', { id })).data).toEqual({ success: true });
        expect(await current(id)).toBeUndefined();
        expect((await client.mutate('comments.delete', { id })).status).toBe(404);
      }
      const id = await byAuthor();
      expect((await other.client.mutate('comments.delete', { id })).status).toBe(403);
    });

    it('200: with its replies and reactions', async () => {
      const id = await byAuthor();
      const replyId = await aComment(board, itemId, { parentId: id });
      await made(owner(), 'comments.react', { commentId: replyId, emoji: 'heart' });
      const events = await eventsDuring(board.organization, () =>
        made(author.client, 'comments.delete', { id }),
      );
      expect(events).toMatchObject([
        { type: 'comment.deleted', data: { commentId: id, parentId: null, replyIds: [replyId] } },
      ]);
      expect((await owner().query('comments.replies', { commentId: id })).status).toBe(404);
      const { rows } = await board.organization.app.sql.query(
        `select body, (select count(*)::int from comment_reactions where comment_id = comments.id) as reactions
         from comments where id = any ($1)`,
        [[id, replyId]],
      );
      expect(rows).toEqual([
        { body: '', reactions: 0 },
        { body: '', reactions: 0 },
      ]);
    });

    it('200: a deleted reply no longer counts with its parent', async () => {
      const id = await byAuthor();
      const replyId = await aComment(board, itemId, { parentId: id });
      await made(owner(), 'comments.delete', { id: replyId });
      expect(await current(id)).toMatchObject({ replyCount: 0 });
    });
  });

  describe('pin', () => {
    it('200: once each way, without a new version', async () => {
      const id = await byAuthor();
      const { updatedAt } = await current(id);
      const events = await eventsDuring(board.organization, async () => {
        for (const pinned of [true, true, false, false]) {
          const comment = await made(other.client, 'comments.pin', { id, pinned });
          expect(comment).toMatchObject({ isPinned: pinned, updatedAt });
        }
      });
      expect(events.map(({ type }) => type)).toEqual(['comment.pinned', 'comment.unpinned']);
    });

    it('403: viewers comment but pin nothing', async () => {
      const viewer = await board.workspace.addMember('viewer');
      const id = await aComment(board, itemId, { client: viewer.client });
      expect((await viewer.client.mutate('comments.pin', { id, pinned: true })).status).toBe(403);
    });
  });

  describe('react', () => {
    it('200: the first call adds, the second removes, each user for themselves', async () => {
      const id = await byAuthor();
      const react = (by: TestMember, emoji: string) =>
        made(by.client, 'comments.react', { commentId: id, emoji });
      await react(author, 'heart');
      await react(other, 'rocket');
      const { reactions } = await react(other, 'heart');
      expect(reactions).toEqual([
        { emoji: 'heart', users: [author.userId, other.userId] },
        { emoji: 'rocket', users: [other.userId] },
      ]);
      const events = await eventsDuring(board.organization, () => react(author, 'heart'));
      expect(events).toMatchObject([
        { type: 'comment.reaction_removed', data: { commentId: id, emoji: 'heart' } },
      ]);
      expect((await current(id)).reactions).toEqual([
        { emoji: 'rocket', users: [other.userId] },
        { emoji: 'heart', users: [other.userId] },
      ]);
    });

    it('keeps the reactions of many users who react at the same time', async () => {
      const id = await byAuthor();
      const calls = [author, other, board.organization.owner].flatMap(({ client }) =>
        REACTION_CODES.map((emoji) => made(client, 'comments.react', { commentId: id, emoji })),
      );
      await Promise.all(calls);
      const { reactions } = await current(id);
      expect(reactions.map(({ users }: { users: string[] }) => users.length)).toEqual(Array(8).fill(3));
    });

    it('400: an unknown code', async () => {
      const call = author.client.mutate('comments.react', { commentId: await byAuthor(), emoji: '👍' });
      expect(refusedPaths(await call)).toEqual(['emoji']);
    });
  });
});
