import type { EntityTarget, ObjectLiteral, QueryDeepPartialEntity, Repository } from 'typeorm';
import { clock } from '../../kernel/clock';
import type { OrganizationId } from '../../kernel/ids';
import { Database } from './database';
import type { DatabaseContext } from './transaction';

/** A caller in one organization. */
export interface TenantContext extends DatabaseContext {
  readonly organizationId: OrganizationId;
}

interface TenantRow extends ObjectLiteral {
  organizationId: string;
  id: string;
  updatedAt?: Date;
}

/** Columns that no caller writes: the organization of the context, and the key that the database assigns. */
type Assigned = 'organizationId' | 'key' | 'number';

/** Writes of one noun. The organization is taken from the context: every query here filters by it (decision 0005). */
export abstract class TenantRepository<E extends TenantRow> {
  constructor(
    protected readonly database: Database,
    private readonly entity: EntityTarget<E>,
  ) {}

  async insert(context: TenantContext, rows: Omit<E, Assigned> | Omit<E, Assigned>[]): Promise<void> {
    const list = (Array.isArray(rows) ? rows : [rows]).map((row) => ({
      ...row,
      organizationId: context.organizationId,
    }));
    await this.table(context).insert(list as unknown as QueryDeepPartialEntity<E>[]);
  }

  async find(context: TenantContext, id: string): Promise<E | null> {
    return this.table(context).findOneBy(this.key(context, id) as never);
  }

  /**
   * Writes `patch` to one row and advances its `updatedAt` by at least a millisecond, so that two changes never share
   * a version. With `expected` the row must still have that version. Returns the updated row, or null when no row matched.
   */
  async update(context: TenantContext, id: string, patch: Partial<E>, expected?: Date): Promise<E | null> {
    const table = this.table(context);
    const query = table
      .createQueryBuilder()
      .update()
      .set({
        ...patch,
        updatedAt: () => `greatest(:now::timestamptz, updated_at + interval '1 millisecond')`,
      } as never)
      .where('organization_id = :organizationId and id = :id', { organizationId: context.organizationId, id })
      .setParameter('now', clock.now())
      .returning('*');
    if (expected) query.andWhere('updated_at = :expected', { expected });
    const { raw } = await query.execute();
    const [row] = raw as Record<string, unknown>[];
    return row === undefined ? null : entityOf(table, row);
  }

  async delete(context: TenantContext, id: string): Promise<boolean> {
    const { affected } = await this.table(context).delete(this.key(context, id) as never);
    return affected !== 0;
  }

  private table(context: TenantContext): Repository<E> {
    return this.database.repository(context, this.entity);
  }

  private key(context: TenantContext, id: string): { organizationId: string; id: string } {
    return { organizationId: context.organizationId, id };
  }
}

/** TypeORM returns the columns of an updated row as the server named them. */
function entityOf<E extends ObjectLiteral>(table: Repository<E>, row: Record<string, unknown>): E {
  const entity = table.create();
  for (const column of table.metadata.columns) {
    const value = table.manager.dataSource.driver.prepareHydratedValue(row[column.databaseName], column);
    column.setEntityValue(entity, value);
  }
  return entity;
}
