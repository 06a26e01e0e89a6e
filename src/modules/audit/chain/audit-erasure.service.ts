import { Injectable } from '@nestjs/common';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { AuditErasureRepository, type ErasedTraces } from './audit-erasure.repository';
import { AuditSealsRepository } from './audit-seals.repository';

/** Erases people from the audit log. The chain remains valid. */
@Injectable()
export class AuditErasureService {
  constructor(
    private readonly seals: AuditSealsRepository,
    private readonly entries: AuditErasureRepository,
  ) {}

  /** No chain is continued until the transaction ends; entries are written as before. Returns the number of changes. */
  async erase(tx: InTransaction<TenantContext>, traces: ErasedTraces): Promise<number> {
    await this.seals.lock(tx);
    return this.entries.erase(tx, traces);
  }
}
