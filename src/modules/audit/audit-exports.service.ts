import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { TenantDirectory } from '../../access/ports';
import type { CallContext } from '../../access/principal';
import { HttpConfig } from '../../platform/config/http.config';
import { presentAuditEntry } from './audit.presenter';
import { AuditReadModel } from './audit.read-model';
import type { AuditExportInput, AuditExportOutput } from './audit.schemas';
import { jsonLine } from './json-line';

export const EXPORT_FILE = 'audit-log.jsonl';
export const EXPORT_TYPE = 'application/jsonl; charset=utf-8';

/** Hands the audit log out as a file. Entries are read as they are sent, so that a log of any length takes the same memory. */
@Injectable()
export class AuditExports {
  constructor(
    private readonly reads: AuditReadModel,
    private readonly tenants: TenantDirectory,
    private readonly http: HttpConfig,
  ) {}

  /** Where the file is to be had: with the same credential as this call. */
  async announce(context: CallContext, input: AuditExportInput): Promise<AuditExportOutput> {
    const tenant = await this.tenants.byId(context.organizationId);
    const url = new URL(`${this.http.baseUrlOf(tenant!.slug)}/api/audit/export`);
    for (const [name, value] of Object.entries(input)) {
      if (value !== undefined)
        url.searchParams.set(name, value instanceof Date ? value.toISOString() : value);
    }
    return { url: url.href, fileName: EXPORT_FILE, contentType: EXPORT_TYPE };
  }

  /** Begins to read once somebody takes from it. */
  open(context: CallContext, input: AuditExportInput): Readable {
    return Readable.from(this.lines(context, input), { objectMode: false });
  }

  private async *lines(context: CallContext, input: AuditExportInput): AsyncGenerator<string> {
    for await (const rows of this.reads.batches(context, input)) {
      yield rows.map((row) => jsonLine(presentAuditEntry(row))).join('');
    }
  }
}
