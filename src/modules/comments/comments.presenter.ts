import { JsonText } from '../../kernel/json';
import type { UserId } from '../../kernel/ids';
import type { UserReference } from '../hierarchy';
import { type CommentRecord, NO_PEOPLE, type People } from './comment.record';
import type { AttachmentsByComment } from './comment-attachments.service';
import type { NewComment } from './comments.repository';
import { withNames } from './markdown/mentions';

/** Shown for an account that has been deleted. */
const FORMER_MEMBER = 'Former member';

/** A comment as JSON text: ids and timestamps contain nothing that needs escaping. */
function commentText(comment: CommentRecord, people: People, attachments: AttachmentsByComment): string {
  const { id, itemId, parentId, body, bodyHtml, mentions, reactions } = comment;
  const { replyCount, isPinned, createdAt, updatedAt } = comment;
  const html =
    mentions === '{}' ? bodyHtml : withNames(bodyHtml, (userId) => people[userId]?.name ?? FORMER_MEMBER);
  return (
    `{"id":"${id}","itemId":"${itemId}","parentId":${parentId === null ? 'null' : `"${parentId}"`},` +
    `"body":${JSON.stringify(body)},"bodyHtml":${JSON.stringify(html)},"mentions":${idsText(mentions)},` +
    `"attachments":${JSON.stringify(attachments.get(id) ?? [])},"reactions":${reactions ?? '[]'},"author":${authorText(comment.authorId, people)},` +
    `"replyCount":${replyCount},"isPinned":${isPinned},"createdAt":"${createdAt}","updatedAt":"${updatedAt}"}`
  );
}

function authorText(id: UserId, people: People): string {
  const former: UserReference = { id, name: FORMER_MEMBER, avatar: null, isServiceAccount: false };
  return JSON.stringify(people[id] ?? former);
}

/** An array of ids as PostgreSQL writes it, as JSON. */
function idsText(array: string): string {
  return array === '{}' ? '[]' : `["${array.slice(1, -1).replaceAll(',', '","')}"]`;
}

export function presentComment(
  comment: CommentRecord,
  people: People | null,
  attachments: AttachmentsByComment,
): JsonText {
  return new JsonText(commentText(comment, people ?? NO_PEOPLE, attachments));
}

/** A comment that was just created. */
export function presentNewComment(
  { id, itemId, parentId, authorId, body, bodyHtml, mentions, createdAt, attachmentCount }: NewComment,
  people: People,
  attachments: AttachmentsByComment,
): JsonText {
  const at = createdAt.toISOString();
  const record: CommentRecord = {
    id,
    itemId,
    parentId,
    authorId,
    body,
    bodyHtml,
    mentions: `{${mentions.join(',')}}`,
    reactions: null,
    replyCount: 0,
    attachmentCount,
    isPinned: false,
    createdAt: at,
    updatedAt: at,
  };
  return presentComment(record, people, attachments);
}

interface Surroundings {
  people: People;
  attachments: AttachmentsByComment;
  nextCursor: string | null;
}

/** A page, whose comments are in `noun`. */
export function presentComments(
  noun: 'comments' | 'replies',
  rows: readonly CommentRecord[],
  { people, attachments, nextCursor }: Surroundings,
): JsonText {
  let text = '';
  for (const row of rows) text += `${text === '' ? '' : ','}${commentText(row, people, attachments)}`;
  return new JsonText(`{"${noun}":[${text}],"nextCursor":${JSON.stringify(nextCursor)}}`);
}
