import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { Call } from '../../rpc/plain-call';
import { PlainCalls } from '../../rpc/plain-calls';
import { CallerRoute } from '../../rpc/plain-route.decorator';
import { validateInput } from '../../rpc/validate-input';
import { auditExport, type AuditExportInput } from './audit.schemas';
import { AuditExports, EXPORT_FILE, EXPORT_TYPE } from './audit-exports.service';

const DOWNLOAD = 'audit.export.download';

/** The file that audit.export announces. */
@Controller('api/audit')
export class AuditExportsHttpController {
  constructor(
    private readonly calls: PlainCalls,
    private readonly exports: AuditExports,
  ) {}

  @Get('export')
  @CallerRoute({ scope: 'admin', role: 'admin' }, { auditedAs: DOWNLOAD })
  download(@Call() call: GuardedCall, @Query() query: object): Promise<StreamableFile> {
    const input = validateInput(auditExport.input, { ...query }) as AuditExportInput;
    return this.calls.read(
      call,
      async (context) =>
        new StreamableFile(this.exports.open(context, input), {
          type: EXPORT_TYPE,
          disposition: `attachment; filename="${EXPORT_FILE}"`,
        }),
      { name: DOWNLOAD, input },
    );
  }
}
