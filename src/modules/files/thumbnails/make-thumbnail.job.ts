import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FileId, OrganizationId } from '../../../kernel/ids';
import { ImageReducer, type ReducedImage } from '../../../platform/images/image-reducer';
import { UndecodableImage } from '../../../platform/images/undecodable-image';
import { Job, type JobHandler, type JobRun } from '../../../platform/jobs/job.decorator';
import { Log } from '../../../platform/logging/log';
import { FileStorage, StoredFileMissing } from '../../../platform/storage/file-storage';
import { newStorageKey } from '../../../platform/storage/storage-key';
import { ThumbnailsRepository, type ThumbnailSource } from './thumbnails.repository';

export interface MakeThumbnailPayload {
  organizationId: OrganizationId;
  fileId: FileId;
}

/**
 * Makes the thumbnail of an uploaded image. After a few attempts the file remains without one: an image could cause the
 * death of each worker that decodes it. Jobs wait for each other in a process, so all others go first.
 */
@Job({ name: 'files.make-thumbnail', maxAttempts: 5, isPatient: true })
@Injectable()
export class MakeThumbnailJob implements JobHandler<MakeThumbnailPayload> {
  constructor(
    private readonly thumbnails: ThumbnailsRepository,
    private readonly storage: FileStorage,
    private readonly images: ImageReducer,
    private readonly log: Log,
  ) {}

  async perform({ organizationId, fileId }: MakeThumbnailPayload, run: JobRun): Promise<void> {
    const context = { organizationId, transaction: null };
    const source = await this.thumbnails.findSource(context, fileId);
    const image = source && (await this.reduce(source, fileId, run.signal));
    if (!image) return;
    const storageKey = newStorageKey();
    await this.thumbnails.announce(storageKey);
    const { webp, width, height } = image;
    const content = Readable.from([webp]);
    const { sizeBytes } = await this.storage.put(content, { key: storageKey, maxBytes: webp.length });
    await this.thumbnails.complete(context, fileId, { storageKey, sizeBytes, width, height });
  }

  /** Null for an image that has no thumbnail, because it cannot be decoded or was deleted. */
  private async reduce(
    { storageKey, type }: ThumbnailSource,
    fileId: FileId,
    signal: AbortSignal,
  ): Promise<ReducedImage | null> {
    try {
      return await this.images.reduce(() => this.storage.get(storageKey), type, signal);
    } catch (error) {
      if (error instanceof StoredFileMissing) return null;
      if (!(error instanceof UndecodableImage)) throw error;
      this.log.info('no thumbnail', { fileId, reason: error.message });
      return null;
    }
  }
}
