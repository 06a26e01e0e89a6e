import { Injectable } from '@nestjs/common';
import { AppError, InvalidInput } from '../../../kernel/app-error';
import { Outbound } from '../../../platform/http/outbound';

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;

/** Downloads an identity provider's metadata through the guarded HTTP client. */
@Injectable()
export class MetadataDownloadService {
  constructor(private readonly outbound: Outbound) {}

  async download(url: string): Promise<string> {
    const answer = await this.outbound
      .request({
        method: 'GET',
        url,
        headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      })
      .catch((error: unknown) => {
        throw error instanceof AppError ? InvalidInput.at('metadata', error.message) : error;
      });
    if (answer.status !== 200)
      throw InvalidInput.at('metadata', `The address returned status ${answer.status}`);
    return answer.body.toString('utf8');
  }
}
