import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import { contentDisposition } from '../../../http/routes/content-disposition';
import type { FileId } from '../../../kernel/ids';
import { FileStorage } from '../../../platform/storage/file-storage';
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

/**
 * The file is saved, never shown in a tab; if it is shown anyway, its scripts do not run and have no origin. A cache asks
 * again each time, because access can end.
 */
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

  async open(
    context: CallContext,
    id: FileId,
    header: (name: string) => string | undefined,
  ): Promise<Download> {
    const file = await this.files.get(context, id);
    const size = Number(file.sizeBytes);
    const validators = { etag: `"${file.sha256}"`, modifiedAt: new Date(file.storedAt) };
    const headers = {
      ...SAFE,
      etag: validators.etag,
      'last-modified': validators.modifiedAt.toUTCString(),
      'accept-ranges': 'bytes',
    };
    if (isNotModified(header, validators)) return { status: 304, headers, content: null };
    const range = isRangeCurrent(header, validators) ? byteRange(header('range'), size) : null;
    if (range === 'unsatisfiable')
      return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, content: null };
    const content = await this.storage.get(file.storageKey, range ?? undefined);
    const body = {
      ...headers,
      'content-type': servedType(file.type),
      'content-disposition': contentDisposition(file.name),
    };
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
