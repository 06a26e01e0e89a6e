import type { EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';
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

/** Writes of one noun. The organization is taken from the context: every query here filters by it (decision 0005). */
export abstract class TenantRepository<E extends TenantRow> {
  constructor(
    protected readonly database: Database,
    private readonly entity: EntityTarget<E>,
  ) {}

  async insert(
    context: TenantContext,
    rows: Omit<E, 'organizationId'> | Omit<E, 'organizationId'>[],
  ): Promise<void> {
    const list = (Array.isArray(rows) ? rows : [rows]).map((row) => ({
      ...row,
      organizationId: context.organizationId,
    }));
    if (list.length > 0)
      await this.database
        .manager(context)
        .insert(this.entity, list as unknown as QueryDeepPartialEntity<E>[]);
  }

  async find(context: TenantContext, id: string): Promise<E | null> {
    return this.database.manager(context).findOneBy(this.entity, this.key(context, id) as never);
  }

  /**
   * Writes `patch` to one row and advances its `updatedAt` by at least a millisecond, so that two changes never share
   * a version. With `expected` the row must still have that version. Returns the updated row, or null when no row matched.
   */
  async update(context: TenantContext, id: string, patch: Partial<E>, expected?: Date): Promise<E | null> {
    const query = this.database
      .manager(context)
      .createQueryBuilder()
      .update(this.entity)
      .set({
        ...patch,
        updatedAt: () => `greatest(:now::timestamptz, updated_at + interval '1 millisecond')`,
      } as never)
      .where('organization_id = :organizationId and id = :id', { organizationId: context.organizationId, id })
      .setParameter('now', clock.now());
    if (expected) query.andWhere('updated_at = :expected', { expected });
    const { affected } = await query.execute();
    return affected === 0 ? null : this.find(context, id);
  }

  async delete(context: TenantContext, id: string): Promise<boolean> {
    const { affected } = await this.database
      .manager(context)
      .delete(this.entity, this.key(context, id) as never);
    return affected !== 0;
  }

  private key(context: TenantContext, id: string): { organizationId: string; id: string } {
    return { organizationId: context.organizationId, id };
  }
}
