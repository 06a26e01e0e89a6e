import { Controller, HttpCode, Post } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { Call } from '../../rpc/plain-call';
import { PlainCalls } from '../../rpc/plain-calls';
import { UploadRoute } from '../../rpc/upload-route.decorator';
import { Upload, type UploadedForm } from '../../rpc/uploaded-form';
import { ImportUploads } from './import-uploads.service';
import type { BoardsImportOutput } from './imports.schemas';
import { ImportsService } from './imports.service';

/** boards.import for files that are too large for a procedure's body. */
@Controller('api/boards')
export class ImportsHttpController {
  constructor(
    private readonly calls: PlainCalls,
    private readonly uploads: ImportUploads,
    private readonly imports: ImportsService,
  ) {}

  @Post('import')
  @HttpCode(200)
  @UploadRoute({ scope: 'write', role: 'guest' })
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
