import type { Attachment } from '../files';
import type { CommentRecord } from './comment.record';
import type { CommentOutput } from './comments.schemas';
import { withNames } from './markdown/mentions';

/** Shown for an account that has been deleted. */
const FORMER_MEMBER = 'Former member';

export function presentComment(
  { mentionNames, reactions, bodyHtml, attachmentCount: _attachmentCount, ...comment }: CommentRecord,
  attachments: Attachment[],
): CommentOutput {
  return {
    ...comment,
    bodyHtml:
      comment.mentions.length === 0
        ? bodyHtml
        : withNames(bodyHtml, (id) => mentionNames?.[id] ?? FORMER_MEMBER),
    attachments,
    reactions: reactions ?? [],
  };
}
