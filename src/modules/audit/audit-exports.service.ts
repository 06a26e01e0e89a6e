import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DownloadUrls } from '../../access/download-urls';
import type { CallContext } from '../../access/principal';
import { presentAuditEntry } from './audit.presenter';
import { AuditReadModel } from './audit.read-model';
import type { AuditExportInput, AuditExportOutput } from './audit.schemas';
import { SealedExportsService } from './chain/sealed-exports.service';
import { jsonLine } from './json-line';

const FILES = { entries: 'audit-log.jsonl', sealed: 'audit-log.sealed.jsonl' } as const;
export const EXPORT_TYPE = 'application/jsonl; charset=utf-8';

/**
 * Exports the audit log as a file. Entries are read as they are sent, so that a log of any size takes the same memory.
 */
@Injectable()
export class AuditExportsService {
  constructor(
    private readonly reads: AuditReadModel,
    private readonly sealed: SealedExportsService,
    private readonly urls: DownloadUrls,
  ) {}

  /** The URL of the file, which requires the same credential as this call. */
  async publish(context: CallContext, input: AuditExportInput): Promise<AuditExportOutput> {
    const url = await this.urls.of(context, '/api/audit/export');
    for (const [name, value] of Object.entries(input)) {
      if (value !== undefined)
        url.searchParams.set(name, value instanceof Date ? value.toISOString() : value);
    }
    return { url: url.href, fileName: this.fileName(input), contentType: EXPORT_TYPE };
  }

  /** Reading starts when the stream is consumed. */
  open(context: CallContext, input: AuditExportInput): Readable {
    const { form = 'entries', ...wishes } = input;
    const lines = form === 'sealed' ? this.sealed.lines(context) : this.lines(context, wishes);
    return Readable.from(lines, { objectMode: false });
  }

  fileName({ form = 'entries' }: AuditExportInput): string {
    return FILES[form];
  }

  private async *lines(context: CallContext, input: Omit<AuditExportInput, 'form'>): AsyncGenerator<string> {
    for await (const rows of this.reads.batches(context, input)) {
      yield rows.map((row) => jsonLine(presentAuditEntry(row))).join('');
    }
  }
}
