import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { type DownloadQuery, downloadInput } from '../../../access/download-urls';
import type { GuardedCall } from '../../../access/guarded-call';
import { Call } from '../../../http/routes/call.decorator';
import { contentDisposition } from '../../../http/routes/content-disposition';
import { HttpCalls } from '../../../rpc/http-calls';
import { AuthenticatedRoute } from '../../../http/routes/http-route.decorators';
import { validateInput } from '../../../rpc/validate-input';
import { boardsExport, type BoardsExportInput } from './exports.schemas';
import { ExportsService } from './exports.service';

/** The files for which boards.export returns the URL. */
@Controller('api/boards')
export class ExportsHttpController {
  constructor(
    private readonly calls: HttpCalls,
    private readonly exports: ExportsService,
  ) {}

  @Get(':id/export')
  @AuthenticatedRoute(
    { scope: 'read', role: 'guest', isWithinPlaces: true },
    { auditedAs: 'boards.export.download', isDownload: true },
  )
  download(
    @Call() call: GuardedCall,
    @Param('id') id: string,
    @Query() query: DownloadQuery,
  ): Promise<StreamableFile> {
    const input = validateInput(boardsExport.input, { ...downloadInput(query), id }) as BoardsExportInput;
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
