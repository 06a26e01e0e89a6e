/** A bucket, and how it is reached. */
export interface S3Location {
  /** The URL of the server; null for AWS, whose servers follow from the region. */
  endpoint: string | null;
  region: string;
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  /** Whether the bucket is in the path of a request; otherwise it is a part of the host name. */
  isPathStyle: boolean;
  /** Null: the AWS SDK looks for them (environment variables, profile, role of the machine). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

const OPTIONS = ['region', 'tls', 'pathStyle'];
const REGION = /^[\w-]{1,64}$/;
const BUCKET = /^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/;
const PREFIX = /^([\w!.*'()-]+\/)*$/;
const DEFAULT_REGION = 'us-east-1';

/**
 * Reads `s3://key:secret@host:port/bucket/prefix` and, of AWS with credentials from elsewhere, `s3://bucket/prefix`: with a
 * key or a port the host is a server, otherwise a bucket. Returns a problem as the end of a sentence that begins with the
 * name of the variable; it never contains the URL.
 */
export function readS3Url(text: string): S3Location | string {
  const url = parse(text);
  if (url === null)
    return 'must be s3://key:secret@host:port/bucket, with special characters percent-encoded (/ is written %2F)';
  const { key, secret, host, path, options } = url;
  if ((key === '') !== (secret === '')) return 'must have a key and a secret, or neither';
  const problem = problemOf(options);
  if (problem !== null) return problem;
  const isServer = key !== '' || url.hasPort;
  if (!isServer && !options.has('region'))
    return 'must have the region of the AWS bucket, as in s3://bucket?region=eu-central-1, or the port of another server';
  if (!isServer && (options.has('tls') || options.has('pathStyle')))
    return 'can have tls and pathStyle only with a server, as in s3://key:secret@host:port/bucket';
  const [bucket = '', ...below] = isServer ? path : [host, ...path];
  if (!BUCKET.test(bucket)) return 'must name the bucket, as in s3://key:secret@host:port/bucket';
  const prefix = below.map((part) => `${part}/`).join('');
  if (!PREFIX.test(prefix))
    return "must have a prefix of letters, digits and !-_.*'() between single slashes";
  return {
    endpoint: isServer ? `${options.get('tls') === 'off' ? 'http' : 'https'}://${host}` : null,
    region: options.get('region') ?? DEFAULT_REGION,
    bucket,
    prefix,
    isPathStyle: isServer && options.get('pathStyle') !== 'off',
    credentials: key === '' ? null : { accessKeyId: key, secretAccessKey: secret },
  };
}

interface Parts {
  key: string;
  secret: string;
  /** With the port. */
  host: string;
  hasPort: boolean;
  path: string[];
  options: URLSearchParams;
}

function parse(text: string): Parts | null {
  if (!/^s3:\/\/\S+$/.test(text) || !URL.canParse(text)) return null;
  const { username, password, host, port, pathname, searchParams, hash } = new URL(text);
  if (host === '' || hash !== '' || !URL.canParse(`https://${host}`)) return null;
  try {
    return {
      key: decodeURIComponent(username),
      secret: decodeURIComponent(password),
      host,
      hasPort: port !== '',
      path: decodeURIComponent(pathname).replace(/^\//, '').replace(/\/$/, '').split('/').filter(isNotOnly),
      options: searchParams,
    };
  } catch {
    return null;
  }
}

/** An empty path is one empty segment to `split`. */
function isNotOnly(segment: string, _index: number, all: string[]): boolean {
  return segment !== '' || all.length > 1;
}

function problemOf(options: URLSearchParams): string | null {
  if (
    ![...options.keys()].every((name) => OPTIONS.includes(name)) ||
    options.size > new Set(options.keys()).size
  )
    return `can have only the options ${OPTIONS.join(', ')}, each once`;
  for (const name of ['tls', 'pathStyle'])
    if (!['on', 'off'].includes(options.get(name) ?? 'on')) return `must have on or off as its ${name}`;
  return REGION.test(options.get('region') ?? DEFAULT_REGION)
    ? null
    : 'must have a region, such as eu-central-1';
}
