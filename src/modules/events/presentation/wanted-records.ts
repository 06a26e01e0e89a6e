import type { BoardId, CommentId, FormId, Id, ItemId, SubmissionId } from '../../../kernel/ids';

export type InvitationId = Id<'invitation'>;

/** The records that one event shows, beside its board. */
export interface RecordIds {
  readonly item?: ItemId;
  readonly comment?: CommentId;
  readonly form?: FormId;
  readonly submission?: SubmissionId;
  readonly invitation?: InvitationId;
}

/** The ids of all records that a batch of events shows, each once: one read for each noun. */
export class WantedRecords {
  readonly boards = new Set<BoardId>();
  readonly items = new Set<ItemId>();
  readonly comments = new Set<CommentId>();
  readonly forms = new Set<FormId>();
  readonly submissions = new Set<SubmissionId>();
  readonly invitations = new Set<InvitationId>();

  add(boardId: BoardId | null, { item, comment, form, submission, invitation }: RecordIds): void {
    if (boardId !== null) this.boards.add(boardId);
    if (item !== undefined) this.items.add(item);
    if (comment !== undefined) this.comments.add(comment);
    if (form !== undefined) this.forms.add(form);
    if (submission !== undefined) this.submissions.add(submission);
    if (invitation !== undefined) this.invitations.add(invitation);
  }
}
