import { describe, expect, it } from 'vitest';
import { readS3Url, type S3Location } from '../../../../../src/platform/config/s3/s3-url';

const SERVER: S3Location = {
  endpoint: 'https://store:9000',
  region: 'us-east-1',
  bucket: 'files',
  prefix: '',
  isPathStyle: true,
  credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
};
const AWS: S3Location = {
  endpoint: null,
  region: 'eu-central-1',
  bucket: 'files',
  prefix: '',
  isPathStyle: false,
  credentials: null,
};

describe('an S3 URL', () => {
  it.each<[string, S3Location]>([
    ['s3://key:secret@store:9000/files', SERVER],
    ['s3://key:secret@store:9000/files/', SERVER],
    ['s3://key:secret@store:9000/files?tls=on&pathStyle=on', SERVER],
    ['s3://key:secret@store:9000/files?tls=off', { ...SERVER, endpoint: 'http://store:9000' }],
    ['s3://key:secret@[::1]:9000/files', { ...SERVER, endpoint: 'https://[::1]:9000' }],
    ['s3://key:secret@store.example.com/files', { ...SERVER, endpoint: 'https://store.example.com' }],
    ['s3://key:secret@store:9000/files?pathStyle=off', { ...SERVER, isPathStyle: false }],
    ['s3://key:secret@store:9000/files?region=garage', { ...SERVER, region: 'garage' }],
    ['s3://key:secret@store:9000/files/of/trestle', { ...SERVER, prefix: 'of/trestle/' }],
    ['s3://store:9000/files', { ...SERVER, credentials: null }],
    [
      's3://a%3Ab:se%2Fcr+et%3D@store:9000/files',
      { ...SERVER, credentials: { accessKeyId: 'a:b', secretAccessKey: 'se/cr+et=' } },
    ],
    ['s3://files?region=eu-central-1', AWS],
    ['s3://files/of/trestle/?region=eu-central-1', { ...AWS, prefix: 'of/trestle/' }],
    ['s3://my.files_2?region=eu-central-1', { ...AWS, bucket: 'my.files_2' }],
  ])('names a bucket: %s', (url, location) => {
    expect(readS3Url(url)).toEqual(location);
  });

  it.each([
    ['s3:', 'must be s3://key:secret@host:port/bucket'],
    ['s3://', 'must be s3://key:secret@host:port/bucket'],
    ['s3:///files', 'must be s3://key:secret@host:port/bucket'],
    ['s3://key:sec/ret@store:9000/files', 'percent-encoded'],
    ['s3://key:sec#ret@store:9000/files', 'percent-encoded'],
    ['s3://key:100%@store:9000/files', 'percent-encoded'],
    ['s3://key:secret@store:99999/files', 'must be s3://key:secret@host:port/bucket'],
    ['s3://key:secret@store:9000/files#x', 'must be s3://key:secret@host:port/bucket'],
    ['s3://key@store:9000/files', 'must have a key and a secret, or neither'],
    ['s3://:secret@store:9000/files', 'must have a key and a secret, or neither'],
    ['s3://key:secret@store:9000', 'must name the bucket'],
    ['s3://key:secret@store:9000/', 'must name the bucket'],
    ['s3://key:secret@store:9000/f', 'must name the bucket'],
    ['s3://key:secret@store:9000/a%20b', 'must name the bucket'],
    ['s3://key:secret@store:9000/files//x', 'must have a prefix'],
    ['s3://key:secret@store:9000/files/a%20b', 'must have a prefix'],
    ['s3://key:secret@store:9000/files?ssl=off', 'can have only the options region, tls, pathStyle'],
    ['s3://key:secret@store:9000/files?tls=on&tls=off', 'can have only the options region, tls, pathStyle'],
    ['s3://key:secret@store:9000/files?tls=false', 'must have on or off as its tls'],
    ['s3://key:secret@store:9000/files?pathStyle=1', 'must have on or off as its pathStyle'],
    ['s3://key:secret@store:9000/files?region=a%20b', 'must have a region'],
    ['s3://files', 'must have the region of the AWS bucket'],
    ['s3://files?region=eu-central-1&tls=off', 'can have tls and pathStyle only with a server'],
  ])('is rejected without being repeated: %s', (url, problem) => {
    expect(readS3Url(url)).toContain(problem);
    expect(readS3Url(url)).not.toContain('store');
  });
});
