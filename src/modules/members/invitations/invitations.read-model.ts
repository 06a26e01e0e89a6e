import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { type Page, pageOf, UnknownCursor } from '../../../kernel/cursor';
import type { Id, UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement, statementFamily } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InvitationRecord, InvitationsListInput } from './invitations.schemas';

type InvitationId = Id<'invitation'>;

export interface InvitationRow extends InvitationRecord {
  emailKey: string;
}

// A pending invitation past its expiration is shown as expired; no job changes the row.
const FIELDS = `id as "invitationId", email, email_key as "emailKey", role,
  case when status = 'pending' and expires_at <= $2 then 'expired' else status end as status,
  expires_at as "expiresAt", workspace_ids as "workspaceIds", invited_by as "invitedBy",
  created_at as "createdAt", updated_at as "updatedAt"`;

const LIST = statementFamily(
  'invitations.list',
  (limit: number) => `
  select * from (
    select id, ${FIELDS} from invitations where organization_id = $1 and ($3::text is null or id > $3)) listed
  where $4::text is null or status = $4
  order by id limit ${limit + 1}`,
);

const CURSOR = statement(
  'invitations.cursor',
  `select from invitations where organization_id = $1 and id = $2`,
);

const GET = statement(
  'invitations.get',
  `select ${FIELDS} from invitations where organization_id = $1 and id = $3`,
);

const BY_ID = statement(
  'invitations.by-id',
  `select ${FIELDS} from invitations where organization_id = $1 and id = any ($3)`,
);

const PENDING = statement(
  'invitations.pending-of-user',
  `select id from invitations where organization_id = $1 and user_id = $2 and status = 'pending'`,
);

@Injectable()
export class InvitationsReadModel {
  constructor(private readonly database: Database) {}

  async list(
    context: TenantContext,
    { cursor, limit, status }: InvitationsListInput,
  ): Promise<Page<InvitationRow & { id: InvitationId }>> {
    const { organizationId } = context;
    if (cursor) {
      const rows = await this.database.query(context, CURSOR, [organizationId, cursor]);
      if (rows.length === 0) throw new UnknownCursor();
    }
    const values = [organizationId, clock.now(), cursor ?? null, status ?? null];
    return pageOf(await this.database.query(context, LIST(limit), values), limit);
  }

  async get(context: TenantContext, id: InvitationId): Promise<InvitationRow | null> {
    const values = [context.organizationId, clock.now(), id];
    const [row] = await this.database.query<InvitationRow>(context, GET, values);
    return row ?? null;
  }

  async byId(context: TenantContext, ids: readonly InvitationId[]): Promise<InvitationRow[]> {
    if (ids.length === 0) return [];
    const values = [context.organizationId, clock.now(), ids];
    return this.database.query<InvitationRow>(context, BY_ID, values);
  }

  /** The pending invitation of an invited user in the list of members. */
  async ofInvited(context: TenantContext, userId: UserId): Promise<InvitationId | null> {
    const values = [context.organizationId, userId];
    const [row] = await this.database.query<{ id: InvitationId }>(context, PENDING, values);
    return row?.id ?? null;
  }
}
