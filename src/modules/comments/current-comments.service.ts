import { Injectable } from '@nestjs/common';
import type { CommentId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { CommentAttachmentsService } from './comment-attachments.service';
import { presentComment } from './comments.presenter';
import { CommentsReadModel } from './comments.read-model';
import type { CommentOutput } from './comments.schemas';

/** Comments by id in the shape of comments.list, for callers that have checked the access. */
@Injectable()
export class CurrentCommentsService {
  constructor(
    private readonly reads: CommentsReadModel,
    private readonly attachments: CommentAttachmentsService,
  ) {}

  /** Deleted comments, and those of items in Trash, have no entry. */
  async byId(context: TenantContext, ids: readonly CommentId[]): Promise<Map<CommentId, CommentOutput>> {
    if (ids.length === 0) return new Map();
    const { rows, people } = await this.reads.byId(context, ids);
    const attachments = await this.attachments.of(context, rows);
    return new Map(
      rows.map((row) => [row.id, JSON.parse(presentComment(row, people, attachments).text) as CommentOutput]),
    );
  }
}
