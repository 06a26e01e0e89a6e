import { Injectable } from '@nestjs/common';
import type { BoardId, FormId, UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { FORM_FIELDS, type FormRecord, SUBMISSION_COUNT } from './form.record';
import { type FormStatus, FORMS_MAX } from './forms.schemas';

export const LIST_FORMS = statement(
  'forms.list',
  `select form.id, form.board_id as "boardId", form.name, form.description, form.status,
     jsonb_array_length(form.schema -> 'components') as "fieldCount",
     (form.settings -> 'requireAuth')::boolean as "requireAuth", form.created_by as "createdBy",
     form.created_at as "createdAt", form.updated_at as "updatedAt", ${SUBMISSION_COUNT}
   from forms form
   where form.organization_id = $1 and form.board_id = $2 and form.deleted_at is null
   order by form.id limit ${FORMS_MAX}`,
);

const GET = statement(
  'forms.get',
  `select ${FORM_FIELDS} from forms form
   where form.organization_id = $1 and form.id = $2 and form.deleted_at is null`,
);

/** A form in a list: without its definition. */
export interface ListedForm {
  id: FormId;
  boardId: BoardId;
  name: string;
  description: string;
  status: FormStatus;
  fieldCount: number;
  requireAuth: boolean;
  submissionCount: number;
  createdBy: UserId;
  createdAt: string;
  updatedAt: string;
}

@Injectable()
export class FormsReadModel {
  constructor(private readonly database: Database) {}

  /** Oldest first. */
  list(context: TenantContext, boardId: BoardId): Promise<ListedForm[]> {
    return this.database.query<ListedForm>(context, LIST_FORMS, [context.organizationId, boardId]);
  }

  async get(context: TenantContext, id: FormId): Promise<FormRecord | null> {
    const [row] = await this.database.query<FormRecord>(context, GET, [context.organizationId, id]);
    return row ?? null;
  }
}
