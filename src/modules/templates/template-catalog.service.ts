import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import type { TemplateId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { RecordNotFound } from '../hierarchy';
import { BUILT_IN_TEMPLATES } from './built-in';
import type { BoardSnapshot } from './template-content';
import {
  type TemplateRow,
  type TemplatesPage,
  TemplatesReadModel,
  type WholeTemplate,
} from './templates.read-model';

const BUILT_IN_BY_ID = new Map(BUILT_IN_TEMPLATES.map((template) => [template.id, template]));

/** All templates of an organization: the built-in ones, and its own. */
@Injectable()
export class TemplateCatalogService {
  constructor(private readonly own: TemplatesReadModel) {}

  /** By id, which lists the built-in ones first and the others in the order of creation. */
  async list(context: CallContext, page: TemplatesPage): Promise<Page<TemplateRow>> {
    const { kind, after, limit } = page;
    if (after !== null && !BUILT_IN_BY_ID.has(after) && !(await this.own.knows(context, after))) {
      throw new UnknownCursor();
    }
    const builtIn = BUILT_IN_TEMPLATES.filter(
      (template) => (kind === null || template.kind === kind) && (after === null || template.id > after),
    );
    return pageOf([...builtIn, ...(await this.own.list(context, { kind, after, limit: limit + 1 }))], limit);
  }

  async get(context: CallContext, id: TemplateId): Promise<WholeTemplate> {
    const template = BUILT_IN_BY_ID.get(id) ?? (await this.ownTemplate(context, id));
    if (template === null) throw new RecordNotFound('template');
    return template;
  }

  /** The organization's templates are copies of any of its boards: a limited token sees none of them. */
  private ownTemplate(context: CallContext, id: TemplateId): Promise<WholeTemplate | null> {
    return context.principal.placeLimits === undefined ? this.own.get(context, id) : Promise.resolve(null);
  }

  /** The board of a template of boards. */
  async board(context: CallContext, id: TemplateId): Promise<BoardSnapshot> {
    const { kind, content } = await this.get(context, id);
    if (kind !== 'board') throw InvalidInput.at('templateId', 'Must be a template of a board');
    return content.boards[0]!;
  }

  /** The boards of a template of either kind. */
  async boards(context: CallContext, id: TemplateId): Promise<readonly BoardSnapshot[]> {
    return (await this.get(context, id)).content.boards;
  }
}
