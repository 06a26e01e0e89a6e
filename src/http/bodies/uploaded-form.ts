import { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, InvalidInput } from '../../kernel/app-error';
import { FormReception } from '../server/form-reception';
import { formProblem, malformedForm, tooLarge } from './form-problems';
import { parseJson, parseJsonBytes } from './parse-json';

/** All fields of a form besides its file are small. */
const FIELD_MAX_BYTES = 1024 * 1024;
/** Of a form, besides its files. */
const FIELDS_MAX = 9;
const NAME_MAX_BYTES = 100;

export interface FormLimits {
  /** The only field that is a file, or several. */
  fileField: string;
  maxFiles: number;
  maxFileBytes: number;
}

export interface FormFile {
  name: string | undefined;
  /** Fails with an error that the caller can see: too large, malformed, truncated. */
  content: Readable;
}

export interface FormReader {
  /** Called for each file, one after the other; the rest of the form is read afterwards. */
  file(file: FormFile): Promise<void>;
  /** Any other field, parsed as JSON. */
  field(name: string, value: unknown): void;
}

/** A form with files that is being received: only its small fields are in memory. */
export class UploadedForm {
  constructor(private readonly request: FastifyRequest) {}

  /** Passes the parts of the form to the reader in the order in which they were sent. */
  async read(limits: FormLimits, reader: FormReader): Promise<void> {
    const { fileField, maxFileBytes, maxFiles } = limits;
    const maxBytes = maxFiles * maxFileBytes + (FIELDS_MAX + maxFiles) * FIELD_MAX_BYTES;
    const tooLargeForm = () => tooLarge(fileField, maxFiles * maxFileBytes);
    const reception = new FormReception(this.request.raw, maxBytes, tooLargeForm);
    let fileCount = 0;
    try {
      // Before the body is read, if the client sent its length.
      if (Number(this.request.headers['content-length'] ?? 0) > maxBytes) throw tooLargeForm();
      for await (const part of this.parts(limits, reception)) {
        // A part without a name is no field of any form.
        if (part.fieldname === undefined) throw malformedForm();
        if (part.type === 'field' && part.fieldname !== fileField) {
          reader.field(part.fieldname, valueOf(part.value, part.fieldname));
        } else if (part.type === 'file' && part.fieldname !== fileField) {
          // Browsers send a Blob as a file, whatever its type.
          reader.field(part.fieldname, parseJsonBytes(await wholeOf(part, reception), part.fieldname));
        } else if (part.type === 'file' && fileCount < maxFiles) {
          fileCount += 1;
          await reader.file({ name: part.filename, content: contentOf(part, maxFileBytes, reception) });
        } else {
          throw wrongFileCount(limits);
        }
      }
    } finally {
      reception.end();
    }
    if (fileCount === 0) throw wrongFileCount(limits);
  }

  private async *parts(
    { maxFileBytes, maxFiles }: FormLimits,
    reception: FormReception,
  ): AsyncGenerator<Multipart> {
    const parts = this.request.parts({
      limits: {
        fieldNameSize: NAME_MAX_BYTES,
        fieldSize: FIELD_MAX_BYTES,
        fileSize: maxFileBytes,
        parts: FIELDS_MAX + maxFiles,
      },
    });
    let pending = parts.next();
    reception.start();
    for (;;) {
      const next = await Promise.race([pending, reception.failed]).catch((error: unknown) => {
        throw formProblem(error, FIELDS_MAX + maxFiles);
      });
      if (next.done) return;
      if (next.value.type === 'field' && next.value.valueTruncated)
        throw InvalidInput.at(next.value.fieldname, `Must be at most ${FIELD_MAX_BYTES} bytes`);
      yield next.value;
      pending = parts.next();
    }
  }
}

/** Passes the unread form to the method of a route that accepts `multipart`. */
export const Upload = createParamDecorator(
  (_options: unknown, context: ExecutionContext): UploadedForm =>
    new UploadedForm(context.switchToHttp().getRequest<FastifyRequest>()),
);

function wrongFileCount({ fileField, maxFiles }: FormLimits): InvalidInput {
  return InvalidInput.at(fileField, maxFiles === 1 ? 'Must be one file' : `Must be 1 to ${maxFiles} files`);
}

function valueOf(value: unknown, name: string): unknown {
  return typeof value === 'string' ? parseJson(value, name) : value;
}

async function wholeOf(part: MultipartFile, reception: FormReception): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of contentOf(part, FIELD_MAX_BYTES, reception)) {
    size += (chunk as Buffer).length;
    if (size > FIELD_MAX_BYTES) throw tooLarge(part.fieldname, FIELD_MAX_BYTES);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function contentOf(
  { file, fieldname }: MultipartFile,
  maxBytes: number,
  { failed }: FormReception,
): Readable {
  failed.catch((error: AppError) => file.destroy(error));
  // The parser would read to the end and discard the excess.
  const cut = () => file.destroy(tooLarge(fieldname, maxBytes));
  if (file.truncated) cut();
  file.once('limit', cut);
  async function* content(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of file) yield chunk as Buffer;
    } catch (error) {
      throw formProblem(error);
    }
  }
  return Readable.from(content(), { objectMode: false });
}
