import { Injectable } from '@nestjs/common';
import type { TemplateId, UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement, statementFamily } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { TemplateContent, TemplateKind } from './template-content';

/** A template without its content. Built-in templates have neither author nor date. */
export interface TemplateRow {
  id: TemplateId;
  kind: TemplateKind;
  name: string;
  isBuiltIn: boolean;
  createdBy: UserId | null;
  createdAt: string | null;
}

export type WholeTemplate = TemplateRow & { content: TemplateContent };

export interface TemplatesPage {
  kind: TemplateKind | null;
  /** The last id of the previous page. */
  after: TemplateId | null;
  limit: number;
}

const FIELDS = `id, kind, name, false as "isBuiltIn", created_by as "createdBy", created_at as "createdAt"`;

const LIST = statementFamily(
  'templates.list',
  (limit: number) => `
  select ${FIELDS} from templates
  where organization_id = $1 and deleted_at is null
    and ($2::text is null or kind = $2) and ($3::text is null or id > $3)
  order by id limit ${limit}`,
);

// A cursor stays valid after its template is deleted.
const KNOWS = statement('templates.knows', `select from templates where organization_id = $1 and id = $2`);

const GET = statement(
  'templates.get',
  `select ${FIELDS}, content from templates where organization_id = $1 and id = $2 and deleted_at is null`,
);

/** The organization's own templates, which all of its members see. */
@Injectable()
export class TemplatesReadModel {
  constructor(private readonly database: Database) {}

  /** At most `limit` templates, oldest first. */
  list(context: TenantContext, { kind, after, limit }: TemplatesPage): Promise<TemplateRow[]> {
    return this.database.query<TemplateRow>(context, LIST(limit), [context.organizationId, kind, after]);
  }

  /** Whether a template with this id exists, or was deleted recently. */
  async knows(context: TenantContext, id: TemplateId): Promise<boolean> {
    return (await this.database.query(context, KNOWS, [context.organizationId, id])).length > 0;
  }

  async get(context: TenantContext, id: TemplateId): Promise<WholeTemplate | null> {
    const [row] = await this.database.query<WholeTemplate>(context, GET, [context.organizationId, id]);
    return row ?? null;
  }
}
