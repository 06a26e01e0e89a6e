import { Controller, Get, Param, Post, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { GuardedCall } from '../../access/guarded-call';
import { authorize } from '../../access/policy';
import { Upload, type UploadedForm } from '../../http/bodies/uploaded-form';
import { Call } from '../../http/routes/call.decorator';
import { AuthenticatedRoute } from '../../http/routes/http-route.decorators';
import { idPattern, type FileId } from '../../kernel/ids';
import { HttpCalls } from '../../rpc/http-calls';
import { FileDownloadsService } from './downloads/file-downloads.service';
import { FileUrlsService } from './file-urls.service';
import type { FileRecord } from './file.record';
import { FileNotFound } from './files.errors';
import { uploadFiles } from './files.policy';
import { FileUploadsService } from './uploads/file-uploads.service';

const FILE_ID = idPattern('file');

/** Uploads and downloads (contract §7, files). */
@Controller('api/files')
export class FilesHttpController {
  constructor(
    private readonly calls: HttpCalls,
    private readonly uploads: FileUploadsService,
    private readonly downloads: FileDownloadsService,
    private readonly urls: FileUrlsService,
  ) {}

  @Post()
  @AuthenticatedRoute({ scope: 'write', role: 'guest', isWithinPlaces: true }, { accepts: 'multipart' })
  async upload(@Call() call: GuardedCall, @Upload() form: UploadedForm): Promise<{ files: FileRecord[] }> {
    const principal = call.principal!;
    authorize(uploadFiles, principal);
    // With the lease: a token that is revoked during the upload stores nothing.
    const context = { organizationId: principal.organizationId, transaction: null, lease: call.lease };
    const received = await this.uploads.receive(context, { userId: principal.userId }, form);
    const records = received.map(({ sha256: _sha256, ...file }) => file);
    const input = { files: received.map(({ name, sha256 }) => ({ name, sha256 })) };
    let isAnswered = false;
    try {
      const answer = await this.calls.mutate(call, { name: 'files.upload', input }, async (answered) => {
        const files = await this.urls.absolute(answered, records);
        isAnswered = true;
        return { files };
      });
      return answer;
    } finally {
      // The response to an earlier call with the same Idempotency-Key names its files, not these.
      if (!isAnswered) await this.uploads.discard(context, records);
    }
  }

  @Get(':id')
  @AuthenticatedRoute({ scope: 'read', role: 'guest', isWithinPlaces: true }, { isDownload: true })
  download(
    @Call() call: GuardedCall,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    return this.send('open', call, id, reply);
  }

  @Get(':id/thumbnail')
  @AuthenticatedRoute({ scope: 'read', role: 'guest', isWithinPlaces: true }, { isDownload: true })
  thumbnail(
    @Call() call: GuardedCall,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    return this.send('openThumbnail', call, id, reply);
  }

  private async send(
    open: 'open' | 'openThumbnail',
    call: GuardedCall,
    id: string,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    if (!FILE_ID.test(id)) throw new FileNotFound();
    const { status, headers, content } = await this.calls.read(call, (context) =>
      this.downloads[open](context, id as FileId, (name) => call.request.header(name)),
    );
    void reply.status(status).headers(headers);
    return content === null ? undefined : new StreamableFile(content);
  }
}
