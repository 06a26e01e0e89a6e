import { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { AppError } from '../../kernel/app-error';
import { FormReception } from '../server/form-reception';
import { formProblem, malformedForm, tooLarge } from './form-problems';
import type { FormFile } from './uploaded-form';

const PARTS_MAX = 10_000;
const NAME_MAX_BYTES = 200;

/** The fields of a form by name; a field with several values has all of them. */
export type FieldValues = ReadonlyMap<string, readonly string[]>;

export interface SubmittedFormLimits {
  /** Of all fields that are not files. */
  maxTextBytes: number;
  maxFiles: number;
  maxFileBytes: number;
}

/**
 * Called for each file, one after the other, with the fields before it. The content fails if the file is too large. Files
 * beyond the limit are null, so that the page can show that they were not received.
 */
export type ReadFile = (field: string, file: FormFile | null, before: FieldValues) => Promise<void>;

/** A form that a page has sent: `application/x-www-form-urlencoded`, or `multipart/form-data` if it can have files. */
export class SubmittedForm {
  constructor(private readonly request: FastifyRequest) {}

  /**
   * Its fields. A file that `readFile` does not read to its end is discarded, and the fields after it are read.
   */
  async read(limits: SubmittedFormLimits, readFile: ReadFile): Promise<FieldValues> {
    if (!this.request.isMultipart()) return fieldsOf(this.request.body);
    const { maxTextBytes, maxFiles, maxFileBytes } = limits;
    const maxBytes = maxTextBytes + maxFiles * maxFileBytes;
    const reception = new FormReception(this.request.raw, maxBytes, () => tooLarge('form', maxBytes));
    const fields = new Map<string, string[]>();
    let textBytes = 0;
    let fileCount = 0;
    try {
      for await (const part of this.parts(limits, reception)) {
        const { fieldname: name } = part;
        if (part.type === 'field') {
          textBytes += Buffer.byteLength(String(part.value));
          if (part.valueTruncated || textBytes > maxTextBytes) throw tooLarge(name, maxTextBytes);
          const values = fields.get(name);
          if (values === undefined) fields.set(name, [String(part.value)]);
          else values.push(String(part.value));
          continue;
        }
        const content = await chosenContent(part, contentOf(part, maxFileBytes, reception));
        if (content !== null) {
          fileCount += 1;
          await readFile(name, fileCount > maxFiles ? null : { name: part.filename, content }, fields);
        }
        part.file.resume();
      }
    } finally {
      reception.end();
    }
    return fields;
  }

  private async *parts(
    { maxTextBytes, maxFileBytes }: SubmittedFormLimits,
    reception: FormReception,
  ): AsyncGenerator<Multipart> {
    const parts = this.request.parts({
      limits: {
        fieldNameSize: NAME_MAX_BYTES,
        fieldSize: maxTextBytes,
        fileSize: maxFileBytes,
        parts: PARTS_MAX,
      },
    });
    let pending = parts.next();
    reception.start();
    for (;;) {
      const next = await Promise.race([pending, reception.failed]).catch((error: unknown) => {
        throw formProblem(error, PARTS_MAX);
      });
      if (next.done) return;
      if (next.value.fieldname === undefined) throw malformedForm();
      yield next.value;
      pending = parts.next();
    }
  }
}

/** Passes the unread form to the method of a page that accepts `form-or-multipart`. */
export const Submitted = createParamDecorator(
  (_options: unknown, context: ExecutionContext): SubmittedForm =>
    new SubmittedForm(context.switchToHttp().getRequest<FastifyRequest>()),
);

function fieldsOf(body: unknown): FieldValues {
  const fields = Object.entries((body ?? {}) as Record<string, string | string[]>);
  return new Map(fields.map(([name, given]) => [name, [given].flat()]));
}

/** A part that is not read to its end stays usable: the parser would wait forever for the rest of a destroyed one. */
function contentOf(
  { file, fieldname }: MultipartFile,
  maxBytes: number,
  { failed }: FormReception,
): Readable {
  failed.catch((error: AppError) => file.destroy(error));
  async function* content(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of file.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
    } catch (error) {
      throw formProblem(error);
    }
    if (file.truncated) throw tooLarge(fieldname, maxBytes);
  }
  return Readable.from(content(), { objectMode: false });
}

/** Null for a field without a chosen file, which browsers send as an empty file without a name. */
async function chosenContent({ filename }: MultipartFile, content: Readable): Promise<Readable | null> {
  if (filename !== undefined && filename !== '') return content;
  const chunks = content.iterator({ destroyOnReturn: false });
  const first = await chunks.next();
  if (first.done) return null;
  async function* all(): AsyncGenerator<Buffer> {
    yield first.value as Buffer;
    for await (const chunk of chunks) yield chunk as Buffer;
  }
  return Readable.from(all(), { objectMode: false });
}
