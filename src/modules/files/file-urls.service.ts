import { Injectable } from '@nestjs/common';
import { TenantDirectory } from '../../access/ports';
import { HttpConfig } from '../../platform/config/http.config';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { FileRecord } from './file.record';

/** Makes the URLs of files absolute, on the host of their organization. */
@Injectable()
export class FileUrlsService {
  constructor(
    private readonly directory: TenantDirectory,
    private readonly http: HttpConfig,
  ) {}

  async absolute<Shown extends Pick<FileRecord, 'url'>>(
    { organizationId }: TenantContext,
    files: readonly Shown[],
  ): Promise<Shown[]> {
    if (files.length === 0) return [];
    const tenant = await this.directory.byId(organizationId);
    const base = tenant === null ? this.http.publicUrl : this.http.baseUrlOf(tenant.slug);
    return files.map((file) => ({ ...file, url: base + file.url }));
  }
}
