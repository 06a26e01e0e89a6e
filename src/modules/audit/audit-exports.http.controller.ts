import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { type DownloadQuery, downloadInput } from '../../access/download-urls';
import { Call } from '../../http/routes/call.decorator';
import { HttpCalls } from '../../rpc/http-calls';
import { AuthenticatedRoute } from '../../http/routes/http-route.decorators';
import { validateInput } from '../../rpc/validate-input';
import { auditExport, type AuditExportInput } from './audit.schemas';
import { AuditExportsService, EXPORT_TYPE } from './audit-exports.service';

const DOWNLOAD = 'audit.export.download';

/** The files for which audit.export returns the URL. */
@Controller('api/audit')
export class AuditExportsHttpController {
  constructor(
    private readonly calls: HttpCalls,
    private readonly exports: AuditExportsService,
  ) {}

  @Get('export')
  @AuthenticatedRoute({ scope: 'admin', role: 'admin' }, { auditedAs: DOWNLOAD, isDownload: true })
  download(@Call() call: GuardedCall, @Query() query: DownloadQuery): Promise<StreamableFile> {
    const input = validateInput(auditExport.input, downloadInput(query)) as AuditExportInput;
    return this.calls.read(
      call,
      async (context) =>
        new StreamableFile(this.exports.open(context, input), {
          type: EXPORT_TYPE,
          disposition: `attachment; filename="${this.exports.fileName(input)}"`,
        }),
      { name: DOWNLOAD, input },
    );
  }
}
