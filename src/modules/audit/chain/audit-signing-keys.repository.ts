import { Injectable } from '@nestjs/common';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';

export interface StoredSigningKey {
  id: string;
  isCurrent: boolean;
  publicKey: string;
  sealed: string;
  createdAt: Date | string;
}

const ALL = statement(
  'audit.signing-keys',
  `select id, is_current as "isCurrent", public_key as "publicKey", sealed_private_key as sealed, created_at as "createdAt"
   from audit_signing_keys order by created_at, id`,
);

// A process that created a key first wins, and its key is read again.
const REPLACE = statement(
  'audit.replace-signing-key',
  `with replaced as (update audit_signing_keys set is_current = false where is_current and id = $5 returning 1)
   insert into audit_signing_keys (id, is_current, public_key, sealed_private_key, created_at)
   select $1, true, $2, $3, $4 where $5::text is null or exists (select from replaced)
   on conflict do nothing`,
);

const FIND_BEFORE = statement(
  'audit.find-signing-keys-before',
  `select id, is_current as "isCurrent", public_key as "publicKey", sealed_private_key as sealed, created_at as "createdAt"
   from audit_signing_keys where is_current and not starts_with(sealed_private_key, $1) and id > $2 order by id limit 200`,
);

const RESEAL = statement(
  'audit.reseal-signing-key',
  `update audit_signing_keys set sealed_private_key = $3 where id = $1 and sealed_private_key = $2 returning 1`,
);

/** The keys of the whole installation. */
@Injectable()
export class AuditSigningKeysRepository {
  constructor(private readonly database: Database) {}

  all(): Promise<StoredSigningKey[]> {
    return this.database.query(NO_TRANSACTION, ALL, []);
  }

  /** Adds the current key in place of `replacedId`, or as the first one; nothing if another process did so. */
  async replace(key: Omit<StoredSigningKey, 'isCurrent'>, replacedId: string | null): Promise<void> {
    const { id, publicKey, sealed, createdAt } = key;
    await this.database.query(NO_TRANSACTION, REPLACE, [id, publicKey, sealed, createdAt, replacedId]);
  }

  findSealedBefore(prefix: string, last: StoredSigningKey | null): Promise<StoredSigningKey[]> {
    return this.database.query(NO_TRANSACTION, FIND_BEFORE, [prefix, last?.id ?? '']);
  }

  async reseal({ id, sealed }: StoredSigningKey, resealed: string): Promise<void> {
    await this.database.query(NO_TRANSACTION, RESEAL, [id, sealed, resealed]);
  }
}
