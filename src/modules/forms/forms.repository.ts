import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { BoardId, FormId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { type Statement, statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { FORM_FIELDS, type FormRecord } from './form.record';
import type { FormEntity } from './form.entity';

// A row lock of the board serializes creations of its forms. The count is a later statement, whose snapshot contains the forms
// that the lock has waited for.
const LOCK_BOARD = statement(
  'forms.lock-board',
  'select from boards where organization_id = $1 and id = $2 for no key update',
);

const COUNT = statement(
  'forms.count',
  `select count(*)::int as count from forms
   where organization_id = $1 and board_id = $2 and deleted_at is null`,
);

const INSERT = statement(
  'forms.insert',
  `with form as (
     insert into forms (organization_id, id, board_id, name, description, status, schema, mappings, settings, version,
       created_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'draft', $6, $7, $8, 1, $9, $10, $10)
     returning *)
   select ${FORM_FIELDS} from form`,
);

const LOCK = statement(
  'forms.lock',
  `select ${FORM_FIELDS} from forms form
   where organization_id = $1 and id = $2 and deleted_at is null for no key update`,
);

// Submissions lock the key of their form. This waits for those that are being written, and blocks later ones.
const LOCK_SUBMISSIONS = statement(
  'forms.lock-submissions',
  `select from forms where organization_id = $1 and id = $2 for update`,
);

const HAS_SUBMISSIONS = statement(
  'forms.has-submissions',
  `select exists (select from form_submissions where organization_id = $1 and form_id = $2) as "hasAny"`,
);

const UPDATE = statement(
  'forms.update',
  `with form as (
     update forms set name = $3, description = $4, status = $5, schema = $6, mappings = $7, settings = $8,
       version = version + 1, updated_at = greatest($9, updated_at + interval '1 millisecond')
     where organization_id = $1 and id = $2 and deleted_at is null
     returning *)
   select ${FORM_FIELDS} from form`,
);

const DELETE = statement(
  'forms.delete',
  `update forms set deleted_at = $3, status = 'closed', version = version + 1
   where organization_id = $1 and id = $2 and deleted_at is null`,
);

// Deleted ones too.
const OF_BOARD = statement(
  'forms.of-board',
  'select id from forms where organization_id = $1 and board_id = $2',
);

const PURGE_SUBMISSIONS = statement(
  'forms.purge-submissions',
  `delete from form_submissions
   where organization_id = $1 and id = any (array(
     select id from form_submissions where organization_id = $1 and form_id = $2 limit 1000))
   returning 1`,
);

const PURGE = statement('forms.purge', 'delete from forms where organization_id = $1 and id = $2');

export type FormContent = Pick<
  FormEntity,
  'name' | 'description' | 'status' | 'schema' | 'mappings' | 'settings'
>;

type Tx = InTransaction<TenantContext>;

@Injectable()
export class FormsRepository {
  constructor(private readonly database: Database) {}

  /** The number of forms of a board; concurrent creations there wait until the transaction ends. */
  async lockCount(tx: Tx, boardId: BoardId): Promise<number> {
    await this.one(tx, LOCK_BOARD, [boardId]);
    return (await this.one<{ count: number }>(tx, COUNT, [boardId]))!.count;
  }

  async insert(
    tx: Tx,
    form: Omit<FormContent, 'status'> & Pick<FormEntity, 'id' | 'boardId' | 'createdBy' | 'createdAt'>,
  ): Promise<FormRecord> {
    const { id, boardId, name, description, schema, mappings, settings, createdBy, createdAt } = form;
    const texts = [schema, mappings, settings].map((each) => JSON.stringify(each));
    const row = await this.one<FormRecord>(tx, INSERT, [
      id,
      boardId,
      name,
      description,
      ...texts,
      createdBy,
      createdAt,
    ]);
    return row!;
  }

  /** The form stays locked until the transaction ends; null when there is none. */
  lock(tx: Tx, id: FormId): Promise<FormRecord | null> {
    return this.one<FormRecord>(tx, LOCK, [id]);
  }

  /** Whether a locked form has submissions; no other is accepted until the transaction ends. */
  async lockSubmissions(tx: Tx, id: FormId): Promise<boolean> {
    await this.one(tx, LOCK_SUBMISSIONS, [id]);
    return (await this.one<{ hasAny: boolean }>(tx, HAS_SUBMISSIONS, [id]))!.hasAny;
  }

  async update(tx: Tx, id: FormId, content: FormContent): Promise<FormRecord> {
    const { name, description, status, schema, mappings, settings } = content;
    const texts = [schema, mappings, settings].map((each) => JSON.stringify(each));
    return (await this.one<FormRecord>(tx, UPDATE, [id, name, description, status, ...texts, clock.now()]))!;
  }

  /** The row stays until its submissions are purged. */
  async delete(tx: Tx, id: FormId): Promise<void> {
    await this.one(tx, DELETE, [id, clock.now()]);
  }

  /** The forms of a board, deleted ones included. */
  async ofBoard(context: TenantContext, boardId: BoardId): Promise<FormId[]> {
    const values = [context.organizationId, boardId];
    const rows = await this.database.query<{ id: FormId }>(context, OF_BOARD, values);
    return rows.map(({ id }) => id);
  }

  /** Permanently deletes some submissions of a form; returns their number. */
  async purgeSubmissions(context: TenantContext, id: FormId): Promise<number> {
    const values = [context.organizationId, id];
    return (await this.database.query(context, PURGE_SUBMISSIONS, values)).length;
  }

  async purge(context: TenantContext, id: FormId): Promise<void> {
    await this.one(context, PURGE, [id]);
  }

  private async one<Row>(context: TenantContext, text: Statement, values: unknown[]): Promise<Row | null> {
    const [row] = await this.database.query<Row>(context, text, [context.organizationId, ...values]);
    return row ?? null;
  }
}
