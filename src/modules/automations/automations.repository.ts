import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { AutomationId, BoardId } from '../../kernel/ids';
import { SecretBox } from '../../platform/crypto/secret-box';
import { Database } from '../../platform/database/database';
import { type Statement, statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import type { AutomationEntity } from './automation.entity';
import { openHeaders, sealHeaders } from './action-headers';
import { AUTOMATION_FIELDS, type AutomationRecord } from './automation.record';
import { maskSigningSecret } from './hooks/signing-secret';

// A row lock of the board serializes creations of its automations.
const LOCK_BOARD = statement(
  'automations.lock-board',
  'select from boards where organization_id = $1 and id = $2 for no key update',
);

const COUNT = statement(
  'automations.count',
  'select count(*)::int as count from automations where organization_id = $1 and board_id = $2',
);

const INSERT = statement(
  'automations.insert',
  `with automation as (
     insert into automations (organization_id, id, board_id, name, enabled, trigger_type, trigger_config, conditions, actions,
       created_by, created_at, updated_at, disabled_reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12)
     returning *)
   select ${AUTOMATION_FIELDS} from automation`,
);

const LOCK = statement(
  'automations.lock',
  `select ${AUTOMATION_FIELDS} from automations automation
   where organization_id = $1 and id = $2 for no key update`,
);

const UPDATE = statement(
  'automations.update',
  `with automation as (
     update automations set name = $3, enabled = $4, disabled_reason = $5, trigger_type = $6, trigger_config = $7,
       conditions = $8, actions = $9, updated_at = greatest($10, updated_at + interval '1 millisecond')
     where organization_id = $1 and id = $2
     returning *)
   select ${AUTOMATION_FIELDS} from automation`,
);

// The text of a definition contains the ids that it names: an index of them would cost every write of an automation.
const LOCK_NAMING = statement(
  'automations.lock-naming',
  `select ${AUTOMATION_FIELDS} from automations automation
   where automation.organization_id = $1 and automation.enabled and exists (
     select from unnest($2::text[]) as named (id)
     where strpos(concat(automation.trigger_config, automation.conditions, automation.actions), named.id) > 0)
   order by automation.id for no key update`,
);

const DELETE = statement(
  'automations.delete',
  'delete from automations where organization_id = $1 and id = $2',
);

const DELETE_OF_BOARD = statement(
  'automations.delete-of-board',
  'delete from automations where organization_id = $1 and board_id = $2',
);

export type AutomationContent = Pick<
  AutomationEntity,
  'name' | 'enabled' | 'disabledReason' | 'triggerType' | 'triggerConfig' | 'conditions' | 'actions'
>;

type Tx = InTransaction<TenantContext>;

@Injectable()
export class AutomationsRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** The number of automations of a board; concurrent creations there wait until the transaction ends. */
  async lockCount(tx: Tx, boardId: BoardId): Promise<number> {
    await this.one(tx, LOCK_BOARD, [boardId]);
    return (await this.one<{ count: number }>(tx, COUNT, [boardId]))!.count;
  }

  async insert(
    tx: Tx,
    automation: AutomationContent & Pick<AutomationEntity, 'id' | 'boardId' | 'createdBy' | 'createdAt'>,
  ): Promise<AutomationRecord> {
    const { id, boardId, name, enabled, disabledReason, triggerType, createdBy, createdAt } = automation;
    const texts = this.textsOf(tx, id, automation);
    const values = [id, boardId, name, enabled, triggerType, ...texts, createdBy, createdAt, disabledReason];
    return (await this.record(tx, INSERT, values))!;
  }

  /** The automation stays locked until the transaction ends; null when there is none. */
  lock(tx: Tx, id: AutomationId): Promise<AutomationRecord | null> {
    return this.record(tx, LOCK, [id]);
  }

  /** The enabled automations whose definitions contain one of the ids; they stay locked until the transaction ends. */
  async lockNaming(tx: Tx, ids: readonly string[]): Promise<AutomationRecord[]> {
    const values = [tx.organizationId, ids];
    const rows = await this.database.query<AutomationRecord>(tx, LOCK_NAMING, values);
    return rows.map((row) => this.opened(tx, row));
  }

  async update(tx: Tx, id: AutomationId, content: AutomationContent): Promise<AutomationRecord> {
    const { name, enabled, disabledReason, triggerType } = content;
    const values = [
      id,
      name,
      enabled,
      disabledReason,
      triggerType,
      ...this.textsOf(tx, id, content),
      clock.now(),
    ];
    return (await this.record(tx, UPDATE, values))!;
  }

  async delete(tx: Tx, id: AutomationId): Promise<void> {
    await this.one(tx, DELETE, [id]);
  }

  async deleteOfBoard(context: TenantContext, boardId: BoardId): Promise<void> {
    await this.one(context, DELETE_OF_BOARD, [boardId]);
  }

  private async one<Row>(context: TenantContext, text: Statement, values: unknown[]): Promise<Row | null> {
    const [row] = await this.database.query<Row>(context, text, [context.organizationId, ...values]);
    return row ?? null;
  }

  private async record(tx: Tx, text: Statement, values: unknown[]): Promise<AutomationRecord | null> {
    const row = await this.one<AutomationRecord>(tx, text, values);
    return row === null ? null : this.opened(tx, row);
  }

  private opened({ organizationId }: Tx, row: AutomationRecord): AutomationRecord {
    return { ...row, actions: openHeaders(this.box, { organizationId, automationId: row.id }, row.actions) };
  }

  private textsOf(
    { organizationId }: Tx,
    automationId: AutomationId,
    {
      triggerConfig,
      conditions,
      actions,
    }: Pick<AutomationContent, 'triggerConfig' | 'conditions' | 'actions'>,
  ): string[] {
    const sealed = sealHeaders(this.box, { organizationId, automationId }, actions);
    return [maskSigningSecret(triggerConfig), conditions, sealed].map((each) => JSON.stringify(each));
  }
}
