import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { Connection } from './connection';

const FIELDS = `type, entity_id as "entityId", sso_url as "ssoUrl", certificates, slo_url as "sloUrl",
  slo_response_url as "sloResponseUrl", sign_requests as "signRequests", issuer, client_id as "clientId",
  sealed_client_secret as "sealedClientSecret", scopes,
  json_build_object('email', email_attribute, 'name', name_attribute, 'groups', groups_attribute) as "attributeMapping",
  default_role as "defaultRole", group_roles as "groupRoles", domains, tested_at as "testedAt",
  updated_at as "updatedAt"`;

const FIND = statement('sso.find', `select ${FIELDS} from sso_connections where organization_id = $1`);

const LOCK = statement(
  'sso.lock',
  `select ${FIELDS} from sso_connections where organization_id = $1 for update`,
);

// The first writer creates the row. A concurrent writer gets a conflict.
const SAVE = statement(
  'sso.save',
  `insert into sso_connections as saved
     (organization_id, type, entity_id, sso_url, certificates, issuer, client_id, sealed_client_secret,
      email_attribute, name_attribute, groups_attribute, default_role, group_roles, domains, tested_at,
      slo_url, slo_response_url, sign_requests, scopes, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $18, $19, $20, $21, $16, $16)
   on conflict (organization_id) do update set
     type = excluded.type, entity_id = excluded.entity_id, sso_url = excluded.sso_url,
     certificates = excluded.certificates, issuer = excluded.issuer, client_id = excluded.client_id,
     sealed_client_secret = excluded.sealed_client_secret, email_attribute = excluded.email_attribute,
     name_attribute = excluded.name_attribute, groups_attribute = excluded.groups_attribute,
     default_role = excluded.default_role, group_roles = excluded.group_roles, domains = excluded.domains,
     tested_at = excluded.tested_at, slo_url = excluded.slo_url,
     slo_response_url = excluded.slo_response_url, sign_requests = excluded.sign_requests,
     scopes = excluded.scopes,
     updated_at = greatest(excluded.updated_at, saved.updated_at + interval '1 millisecond')
   where saved.updated_at = $17
   returning ${FIELDS}`,
);

const DELETE = statement(
  'sso.delete',
  `with identities as (delete from sso_identities where organization_id = $1),
     keys as (delete from sso_keys where organization_id = $1)
   delete from sso_connections where organization_id = $1 returning organization_id`,
);

// Settings that changed during the login flow have not been tested.
const MARK_TESTED = statement(
  'sso.mark-tested',
  `update sso_connections set tested_at = $2
   where organization_id = $1 and updated_at = $3 and (tested_at is null or $4)
   returning organization_id`,
);

@Injectable()
export class ConnectionsRepository {
  constructor(private readonly database: Database) {}

  async find(context: TenantContext): Promise<Connection | null> {
    const [row] = await this.database.query<Connection>(context, FIND, [context.organizationId]);
    return row ?? null;
  }

  async lock(tx: InTransaction<TenantContext>): Promise<Connection | null> {
    const [row] = await this.database.query<Connection>(tx, LOCK, [tx.organizationId]);
    return row ?? null;
  }

  /** Null if the connection was changed or created since `previous` was read. */
  async save(
    tx: InTransaction<TenantContext>,
    connection: Omit<Connection, 'updatedAt'>,
    previous: Connection | null,
  ): Promise<Connection | null> {
    const [row] = await this.database.query<Connection>(tx, SAVE, [
      tx.organizationId,
      connection.type,
      connection.entityId,
      connection.ssoUrl,
      connection.certificates,
      connection.issuer,
      connection.clientId,
      connection.sealedClientSecret,
      connection.attributeMapping.email,
      connection.attributeMapping.name,
      connection.attributeMapping.groups,
      connection.defaultRole,
      JSON.stringify(connection.groupRoles),
      connection.domains,
      connection.testedAt,
      clock.now(),
      previous?.updatedAt ?? null,
      connection.sloUrl,
      connection.sloResponseUrl,
      connection.signRequests,
      connection.scopes,
    ]);
    return row ?? null;
  }

  /**
   * Also deletes all identities, since another provider may use the same names for other users, and the key
   * pairs that this provider knew.
   */
  async delete(tx: InTransaction<TenantContext>): Promise<boolean> {
    return (await this.database.query(tx, DELETE, [tx.organizationId])).length > 0;
  }

  /** With `isTest`, also records a repeated test. False if the settings have changed. */
  async markTested(tx: InTransaction<TenantContext>, tested: Connection, isTest: boolean): Promise<boolean> {
    const values = [tx.organizationId, clock.now(), tested.updatedAt, isTest];
    return (await this.database.query(tx, MARK_TESTED, values)).length > 0;
  }
}
