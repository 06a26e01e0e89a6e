import type { BoardId, CommentId, GroupId, SubmissionId } from '../../kernel/ids';

/** A record in an event, in its state at that time. */
interface NamedRecord {
  id: string;
  name?: string | null;
}

/**
 * The fields of payloads that an entry can show, whatever its event: the definitions in `*.events.ts` validate them when
 * an event is written.
 */
export interface ActivityDetails {
  changes?: Record<string, unknown>;
  previous?: Record<string, unknown>;
  name?: string;
  parentId?: string | null;
  position?: number;
  groupId?: GroupId;
  previousGroupId?: GroupId;
  previousBoardId?: BoardId;
  columnId?: string;
  commentId?: CommentId;
  attachmentCount?: number;
  emoji?: string;
  submissionId?: SubmissionId;
  status?: string;
  previousStatus?: string;
  board?: NamedRecord;
  group?: NamedRecord;
  column?: NamedRecord;
  form?: NamedRecord;
}
