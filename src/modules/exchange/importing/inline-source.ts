import { Readable } from 'node:stream';
import type { FileStorage } from '../../../platform/storage/file-storage';
import { fileBytes } from './file-bytes';
import type { ImportSource } from './import-source';

/** A file inside an input. */
export class InlineSource implements ImportSource {
  readonly sizeBytes: number;
  readonly isText: boolean;

  constructor(private readonly file: { content: string; encoding: 'utf8' | 'base64' }) {
    this.sizeBytes = file.content.length;
    this.isText = file.encoding === 'utf8';
  }

  async bytes(): Promise<Buffer> {
    return fileBytes(this.file);
  }

  async store(storage: FileStorage): Promise<string> {
    const bytes = fileBytes(this.file);
    const { key } = await storage.put(Readable.from([bytes]), { maxBytes: bytes.length });
    return key;
  }
}
