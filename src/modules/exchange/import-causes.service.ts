import { Injectable } from '@nestjs/common';
import type { ImportId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { ImportsRepository } from './imports.repository';

/** What the events of imports name as their cause. */
@Injectable()
export class ImportCausesService {
  constructor(private readonly imports: ImportsRepository) {}

  /** The request that wrote the rows, or the import itself if a job wrote them. */
  causeOf(context: TenantContext, id: ImportId): Promise<string> {
    return this.imports.causeOf(context, id);
  }
}
