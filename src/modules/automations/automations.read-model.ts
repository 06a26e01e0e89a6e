import { Injectable } from '@nestjs/common';
import type { AutomationId, BoardId, OrganizationId } from '../../kernel/ids';
import { SecretBox } from '../../platform/crypto/secret-box';
import { Database } from '../../platform/database/database';
import { type Statement, statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { DatabaseContext } from '../../platform/database/transaction';
import { openHeaders } from './action-headers';
import { AUTOMATION_FIELDS, type AutomationRecord } from './automation.record';
import { AUTOMATIONS_MAX } from './automations.schemas';
import type { TriggerType } from './triggers';

const LIST = statement(
  'automations.list',
  `select ${AUTOMATION_FIELDS} from automations automation
   where automation.organization_id = $1 and automation.board_id = $2
   order by automation.id limit ${AUTOMATIONS_MAX}`,
);

const GET = statement(
  'automations.get',
  `select ${AUTOMATION_FIELDS} from automations automation
   where automation.organization_id = $1 and automation.id = $2`,
);

// One index search for each board and type of trigger that the events have.
const LISTENING = statement(
  'automations.listening',
  `select automation.organization_id as "organizationId", automation.id, automation.board_id as "boardId",
     automation.trigger_type as type, automation.trigger_config as config
   from (select distinct * from json_to_recordset($1) as place ("organizationId" text, "boardId" text, type text)) as place
   join automations automation on automation.organization_id = place."organizationId"
     and automation.board_id = place."boardId" and automation.trigger_type = place.type
   where automation.enabled
   order by automation.organization_id, automation.id`,
);

/** A board with a type of trigger that its events can fire. */
export interface TriggerPlace {
  organizationId: OrganizationId;
  boardId: BoardId;
  type: TriggerType;
}

/** An enabled automation, as far as the events decide about it. */
export interface ListeningAutomation extends TriggerPlace {
  id: AutomationId;
  config: object;
}

@Injectable()
export class AutomationsReadModel {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** Oldest first. */
  list(context: TenantContext, boardId: BoardId): Promise<AutomationRecord[]> {
    return this.records(context, LIST, boardId);
  }

  async get(context: TenantContext, id: AutomationId): Promise<AutomationRecord | null> {
    const [record] = await this.records(context, GET, id);
    return record ?? null;
  }

  /** The enabled automations with these triggers. */
  listening(context: DatabaseContext, places: readonly TriggerPlace[]): Promise<ListeningAutomation[]> {
    return this.database.query<ListeningAutomation>(context, LISTENING, [JSON.stringify(places)]);
  }

  private async records(context: TenantContext, text: Statement, id: string): Promise<AutomationRecord[]> {
    const { organizationId } = context;
    const rows = await this.database.query<AutomationRecord>(context, text, [organizationId, id]);
    return rows.map((row) => ({
      ...row,
      actions: openHeaders(this.box, { organizationId, automationId: row.id }, row.actions),
    }));
  }
}
