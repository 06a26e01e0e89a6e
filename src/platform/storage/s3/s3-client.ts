import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { withoutNodeWarning } from '../../config/s3/without-node-warning';
import type { S3Location } from '../../config/s3/s3-url';

const CONNECT_TIMEOUT_MS = 3_000;
const SILENCE_TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 3;
/** One for each file that is read at the same time. With the 50 of the SDK, slow downloads would delay uploads. */
const MAX_CONNECTIONS = 1_000;

/** The SDK is loaded here, by the first use of a file (decision 0074). */
export function newS3Client({ endpoint, region, isPathStyle, credentials }: S3Location): S3Client {
  const agent = { maxSockets: MAX_CONNECTIONS };
  const options: S3ClientConfig = {
    region,
    forcePathStyle: isPathStyle,
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
    maxAttempts: MAX_ATTEMPTS,
    // Many compatible servers reject the trailing checksums that the SDK adds by default. The signature covers a SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // It would open a connection for each part, and wait six seconds for servers that do not support it.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  };
  return withoutNodeWarning(() => new S3Client(options));
}
