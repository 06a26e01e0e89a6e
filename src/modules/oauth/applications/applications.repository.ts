import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { type Page, pageOf, UnknownCursor } from '../../../kernel/cursor';
import type { ApplicationId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { type TenantContext, TenantRepository } from '../../../platform/database/tenant.repository';
import { ApplicationEntity } from './application.entity';

@Injectable()
export class ApplicationsRepository extends TenantRepository<ApplicationEntity> {
  constructor(database: Database) {
    super(database, ApplicationEntity);
  }

  /** Oldest first. */
  async list(
    context: TenantContext,
    { cursor, limit }: { cursor: ApplicationId | null; limit: number },
  ): Promise<Page<ApplicationEntity>> {
    if (cursor !== null && (await this.find(context, cursor)) === null) throw new UnknownCursor();
    const { organizationId } = context;
    const rows = await this.database.repository(context, ApplicationEntity).find({
      where: cursor === null ? { organizationId } : { organizationId, id: MoreThan(cursor) },
      order: { id: 'asc' },
      take: limit + 1,
    });
    return pageOf(rows, limit);
  }
}
