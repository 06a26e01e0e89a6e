import { Injectable } from '@nestjs/common';
import type { FileId } from '../../../kernel/ids';
import type { FieldValues } from '../../../http/bodies/submitted-form';
import { SecretBox } from '../../../platform/crypto/secret-box';
import { FILES_MAX } from '../answers/parse-answer';
import type { OpenForm } from '../public/open-form';

/** As long as a file that was not submitted is stored. */
const LIFETIME_MS = 86_400_000;

/** A file that the respondent has sent with an earlier attempt. */
export interface KeptFile {
  id: FileId;
  name: string;
  size: number;
  sha256: string;
}

/** A kept file, and the field of the page that sends it again. */
export interface ShownFile extends KeptFile {
  sealed: string;
}

/** The name of the fields that send the files of a file field again. */
export function keptName(key: string): string {
  return `_file-${key}`;
}

/**
 * Keeps files between the attempts to submit a form: the page contains them sealed, so that respondents choose them once. The
 * server stores nothing else about them.
 */
@Injectable()
export class KeptFilesService {
  constructor(private readonly box: SecretBox) {}

  /** The files that the page has sent again, by the key of their field. Those that have expired are left out. */
  open(form: OpenForm, typed: FieldValues): Map<string, ShownFile[]> {
    return new Map(
      form.schema.components
        .filter(({ type }) => type === 'file')
        .map(({ key }) => [
          key,
          (typed.get(keptName(key)) ?? []).slice(0, FILES_MAX).flatMap((sealed) => {
            const file = this.box.openCurrent<KeptFile>(sealed, belongsTo(form, key));
            return file === null ? [] : [{ ...file, sealed }];
          }),
        ]),
    );
  }

  seal(form: OpenForm, key: string, { id, name, size, sha256 }: KeptFile): ShownFile {
    const file = { id, name, size, sha256 };
    return { ...file, sealed: this.box.sealFor(LIFETIME_MS, file, belongsTo(form, key)) };
  }
}

function belongsTo({ id }: OpenForm, key: string): string {
  return `file of the field ${key} of the form ${id}`;
}
