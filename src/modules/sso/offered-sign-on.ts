import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type OfferedSignOn, OfferedSignIns } from '../../access/offered-sign-ins';
import type { Tenant } from '../../access/principal';
import { NO_TRANSACTION } from '../../platform/database/database';
import { ConnectionsRepository } from './connections.repository';
import { includesSignOn } from './sign-on-place';

/** Tells pages and clients that an organization has single sign-on. */
@Injectable()
export class OfferedSignOnSource implements OnModuleInit {
  constructor(
    private readonly offered: OfferedSignIns,
    private readonly connections: ConnectionsRepository,
  ) {}

  onModuleInit(): void {
    this.offered.signOnBy((tenant) => this.of(tenant));
  }

  private async of({ organizationId, plan, requiresSignOn }: Tenant): Promise<OfferedSignOn | null> {
    if (!includesSignOn(plan)) return null;
    const connection = await this.connections.find({ ...NO_TRANSACTION, organizationId });
    if (connection === null) return null;
    const { type } = connection;
    return { type, path: `/api/auth/${type}/login`, isEnforced: requiresSignOn };
  }
}
