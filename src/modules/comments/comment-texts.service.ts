import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { HierarchyService } from '../hierarchy';
import { TooManyMentions } from './comments.errors';
import type { CommentText } from './comments.repository';
import { MENTIONS_MAX } from './comments.schemas';
import { parseComment } from './markdown/parse-comment';

/** Renders texts, and resolves the users that they mention. */
@Injectable()
export class CommentTextsService {
  constructor(private readonly hierarchy: HierarchyService) {}

  async render(context: TenantContext, body: string): Promise<CommentText> {
    const parsed = parseComment(body);
    if (parsed.named.size > MENTIONS_MAX) throw new TooManyMentions();
    const named = [...parsed.named];
    const members = named.length === 0 ? new Map() : await this.hierarchy.memberNames(context, named);
    const mentions = named.filter((id) => members.has(id));
    return { body, bodyHtml: parsed.render(new Set(mentions)), mentions };
  }

  /** As if every user that the text names were a member; the number of mentions is not limited. */
  renderUnresolved(body: string): CommentText {
    const parsed = parseComment(body);
    return { body, bodyHtml: parsed.render(parsed.named), mentions: [...parsed.named] };
  }
}
