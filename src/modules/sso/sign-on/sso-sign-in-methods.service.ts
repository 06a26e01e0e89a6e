import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type OfferedSignOn, SignInMethods } from '../../../access/sign-in-methods';
import type { Tenant } from '../../../access/principal';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { ConnectionsRepository } from '../connections/connections.repository';
import { includesSignOn } from './sso-tenant.service';

/** Reports to pages and clients whether an organization has single sign-on. */
@Injectable()
export class SsoSignInMethodsService implements OnModuleInit {
  constructor(
    private readonly offered: SignInMethods,
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
