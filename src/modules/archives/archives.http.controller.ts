import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { type DownloadQuery, downloadInput } from '../../access/download-urls';
import type { GuardedCall } from '../../access/guarded-call';
import { Call } from '../../http/routes/call.decorator';
import { contentDisposition } from '../../http/routes/content-disposition';
import { AuthenticatedRoute } from '../../http/routes/http-route.decorators';
import { HttpCalls } from '../../rpc/http-calls';
import type { Input } from '../../rpc/schema';
import { validateInput } from '../../rpc/validate-input';
import { organizationsExportsGet } from './archives.schemas';
import { ArchivesService } from './archives.service';

const DOWNLOAD = 'organizations.export.download';

/** The archives for which organizations.exports.get returns the URL. */
@Controller('api/organizations/exports')
export class ArchivesHttpController {
  constructor(
    private readonly calls: HttpCalls,
    private readonly archives: ArchivesService,
  ) {}

  @Get(':id')
  @AuthenticatedRoute({ scope: 'admin', role: 'admin' }, { auditedAs: DOWNLOAD, isDownload: true })
  download(
    @Call() call: GuardedCall,
    @Param('id') id: string,
    @Query() query: DownloadQuery,
  ): Promise<StreamableFile> {
    const input = validateInput(organizationsExportsGet.input, { ...downloadInput(query), id }) as Input<
      typeof organizationsExportsGet
    >;
    return this.calls.read(
      call,
      async (context) => {
        const { content, fileName, size } = await this.archives.open(context, input.id);
        const disposition = contentDisposition(fileName);
        return new StreamableFile(content, { type: 'application/zip', disposition, length: size });
      },
      { name: DOWNLOAD, input },
    );
  }
}
