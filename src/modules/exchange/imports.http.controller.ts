import { Controller, HttpCode, Post } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { Call } from '../../http/routes/call.decorator';
import { HttpCalls } from '../../rpc/http-calls';
import { AuthenticatedRoute } from '../../http/routes/http-route.decorators';
import { Upload, type UploadedForm } from '../../http/bodies/uploaded-form';
import { ImportUploadsService } from './uploads/import-uploads.service';
import type { BoardsImportOutput } from './imports.schemas';
import { ImportsService } from './imports.service';

/** boards.import for files that are too large for a procedure's body. */
@Controller('api/boards')
export class ImportsHttpController {
  constructor(
    private readonly calls: HttpCalls,
    private readonly uploads: ImportUploadsService,
    private readonly imports: ImportsService,
  ) {}

  @Post('import')
  @HttpCode(200)
  @AuthenticatedRoute({ scope: 'write', role: 'guest', isWithinPlaces: true }, { accepts: 'multipart' })
  async import(@Call() call: GuardedCall, @Upload() form: UploadedForm): Promise<BoardsImportOutput> {
    const { organizationId } = call.principal!;
    const { input, source, sha256 } = await this.uploads.receive(organizationId, form);
    const mutation = { name: 'boards.import', input: { ...input, file: { sha256 } } };
    let isTaken = false;
    try {
      const answer = await this.calls.mutate(call, mutation, (context) =>
        this.imports.importFile(context, input, source),
      );
      isTaken = source.isTaken;
      return answer;
    } finally {
      if (!isTaken) await source.drop();
    }
  }
}
