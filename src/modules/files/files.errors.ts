import { AppError } from '../../kernel/app-error';
import { RecordNotFound } from '../hierarchy';

export class FileNotFound extends RecordNotFound {
  constructor() {
    super('file');
  }
}

/** The file is not an image, or its thumbnail is not made yet. */
export class NoThumbnail extends AppError {
  constructor() {
    super('NOT_FOUND', 'The file has no thumbnail', { reason: 'no_thumbnail' });
  }
}

/** The organization's files would exceed its quota. */
export class StorageQuotaExceeded extends AppError {
  constructor(quotaBytes: number) {
    const message = `The files of the organization can have at most ${Math.floor(quotaBytes / 2 ** 20)} MiB in total`;
    super('PAYLOAD_TOO_LARGE', message, {
      reason: 'storage_quota_exceeded',
      issues: [{ path: 'file', message }],
    });
  }
}

/** Too many files of the form were uploaded and not submitted. They are removed after a day. */
export class TooManyPendingFiles extends AppError {
  constructor() {
    super('TOO_MANY_REQUESTS', 'This form has too many files that were not submitted; try again later', {
      retryAfterSeconds: 3600,
    });
  }
}
