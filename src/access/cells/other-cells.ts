import { Injectable } from '@nestjs/common';
import { InOtherCell } from '../access-errors';
import type { IncomingRequest } from '../incoming-request';
import { TenantDirectory } from '../ports';
import { TenantFinder } from '../tenant-finder';
import { CellDirectory } from './cell-directory';

/** Refers requests to the cell that has their organization. */
@Injectable()
export class OtherCells {
  constructor(
    private readonly cells: CellDirectory,
    private readonly tenants: TenantFinder,
    private readonly directory: TenantDirectory,
  ) {}

  /** Whether any request can be for another cell. */
  get exist(): boolean {
    return this.cells.isUsed;
  }

  /**
   * Throws InOtherCell if the host, or on the main address the header `x-tenant-id`, has the slug of an organization that is in
   * another cell. One that is in this cell is served here, whatever the directory says: an entry that was made too early
   * interrupts no one.
   */
  async refer(request: IncomingRequest): Promise<void> {
    const slug = this.tenants.slugOf(request.host) ?? request.header('x-tenant-id');
    if (slug === undefined) return;
    const baseUrl = this.cells.baseUrlElsewhere(slug);
    if (baseUrl === null || (await this.directory.bySlug(slug)) !== null) return;
    throw new InOtherCell(baseUrl);
  }
}
