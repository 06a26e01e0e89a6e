import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import { contentDisposition } from '../../../http/routes/content-disposition';
import type { FileId } from '../../../kernel/ids';
import { FileStorage, StoredFileMissing } from '../../../platform/storage/file-storage';
import { NoThumbnail } from '../files.errors';
import { FilesService } from '../files.service';
import { byteRange } from './byte-range';
import { isNotModified, isRangeCurrent } from './preconditions';
import { servedType } from './served-type';

/** The response of a download, without the connection that it is written to. */
export interface Download {
  status: 200 | 206 | 304 | 416;
  headers: Record<string, string>;
  content: Readable | null;
}

type Header = (name: string) => string | undefined;

/** What is sent of a file. It never changes. */
interface Representation {
  id: FileId;
  storageKey: string;
  size: number;
  /** Differs between the representations of a file, without the quotes. */
  tag: string;
  modifiedAt: Date;
  /** The headers that describe the content. */
  described: Record<string, string>;
}

/** If the content is shown in a tab, its scripts do not run and have no origin. A cache asks again each time, because access can end. */
const SAFE = {
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-cache',
};

/** Sends files with ranges and conditional requests (RFC 9110, sections 13 and 14). */
@Injectable()
export class FileDownloadsService {
  constructor(
    private readonly files: FilesService,
    private readonly storage: FileStorage,
  ) {}

  /** As an attachment: the file is saved, never shown in a tab. */
  async open(context: CallContext, id: FileId, header: Header): Promise<Download> {
    const { storageKey, sizeBytes, sha256, storedAt, type, name } = await this.files.get(context, id);
    const described = {
      'content-type': servedType(type),
      'content-disposition': contentDisposition(name),
    };
    const representation = { id, storageKey, size: Number(sizeBytes), tag: sha256, described };
    return this.respond(context, { ...representation, modifiedAt: new Date(storedAt) }, header);
  }

  /** Throws NoThumbnail while there is none. */
  async openThumbnail(context: CallContext, id: FileId, header: Header): Promise<Download> {
    const { thumbnailKey, thumbnailBytes, sha256, storedAt } = await this.files.get(context, id);
    if (thumbnailKey === null || thumbnailBytes === null) throw new NoThumbnail();
    const representation = {
      id,
      storageKey: thumbnailKey,
      size: thumbnailBytes,
      tag: `${sha256}-thumbnail`,
      described: { 'content-type': 'image/webp' },
    };
    return this.respond(context, { ...representation, modifiedAt: new Date(storedAt) }, header);
  }

  private async respond(
    context: CallContext,
    { id, storageKey, size, tag, modifiedAt, described }: Representation,
    header: Header,
  ): Promise<Download> {
    const validators = { etag: `"${tag}"`, modifiedAt };
    const headers = {
      ...SAFE,
      etag: validators.etag,
      'last-modified': modifiedAt.toUTCString(),
      'accept-ranges': 'bytes',
    };
    if (isNotModified(header, validators)) return { status: 304, headers, content: null };
    const range = isRangeCurrent(header, validators) ? byteRange(header('range'), size) : null;
    if (range === 'unsatisfiable')
      return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, content: null };
    const content = await this.storage.get(storageKey, range ?? undefined).catch(async (error: unknown) => {
      // The file was deleted meanwhile, or its content was lost.
      if (error instanceof StoredFileMissing) await this.files.get(context, id);
      throw error;
    });
    const body = { ...headers, ...described };
    if (range === null) return { status: 200, headers: { ...body, 'content-length': String(size) }, content };
    const { start, end } = range;
    return {
      status: 206,
      headers: {
        ...body,
        'content-length': String(end - start + 1),
        'content-range': `bytes ${start}-${end}/${size}`,
      },
      content,
    };
  }
}
