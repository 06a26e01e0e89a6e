import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { Call } from '../../rpc/plain-call';
import { PlainCalls } from '../../rpc/plain-calls';
import { CallerRoute } from '../../rpc/plain-route.decorator';
import { validateInput } from '../../rpc/validate-input';
import { contentDisposition } from './exporting/export-file-name';
import { boardsExport, type BoardsExportInput } from './exports.schemas';
import { ExportsService } from './exports.service';

/** The files that boards.export announces. */
@Controller('api/boards')
export class ExportsHttpController {
  constructor(
    private readonly calls: PlainCalls,
    private readonly exports: ExportsService,
  ) {}

  @Get(':id/export')
  @CallerRoute({ scope: 'read', role: 'guest' }, { auditedAs: 'boards.export.download' })
  download(
    @Call() call: GuardedCall,
    @Param('id') id: string,
    @Query() query: object,
  ): Promise<StreamableFile> {
    const input = validateInput(boardsExport.input, { ...query, id }) as BoardsExportInput;
    const audited = { name: 'boards.export.download', input };
    return this.calls.read(
      call,
      async (context) => {
        const { fileName, contentType, content } = await this.exports.open(context, input);
        return new StreamableFile(content, { type: contentType, disposition: contentDisposition(fileName) });
      },
      audited,
    );
  }
}
