import { importsOf, type SourceFile, type Violation } from '../source-file';

interface Confinement {
  what: string;
  packages: RegExp;
  /** Where it may be imported. */
  home: RegExp;
  instead: string;
}

export const CONFINEMENTS: readonly Confinement[] = [
  {
    what: 'TypeORM',
    packages: /^(typeorm|@nestjs\/typeorm)$/,
    home: /(\.(entity|repository|read-model|module)\.ts$)|^src\/platform\/database\/|^migrations\//,
    instead: 'put the query into a repository or a read model',
  },
  {
    what: 'Nest',
    packages: /^@nestjs\//,
    home: /^(?!src\/kernel\/|src\/column-types\/)(?!.*\.(policy|presenter|schemas|events|errors)\.ts$)/,
    instead: 'keep this file pure',
  },
  {
    what: 'tRPC',
    packages: /^(nestjs-trpc|@trpc\/)/,
    home: /^src\/rpc\//,
    instead: 'declare procedures with the decorators of src/rpc',
  },
  {
    what: 'Fastify',
    packages: /^(fastify|@fastify\/.*|@nestjs\/platform-fastify)$/,
    home: /^src\/(http|rpc)\/|\.http\.controller\.ts$|^src\/(main|application|service)\.ts$/,
    instead: 'take an IncomingRequest',
  },
  {
    what: 'WebSockets',
    packages: /^ws$/,
    home: /^src\/http\/sockets\//,
    instead: 'take a ClientSocket, which limits what it buffers',
  },
  {
    what: 'OpenID Connect',
    packages: /^(openid-client|oauth4webapi)$/,
    home: /^src\/platform\/openid\//,
    instead: 'ask OpenIdConnect, which goes out through the guard and checks signatures',
  },
  {
    what: "Node's cryptography",
    packages: /^(node:)?crypto$/,
    // The kernel and the types of columns import nothing of the platform: ids need random bytes, and long unique values a digest.
    home: /^src\/platform\/crypto\/|^src\/kernel\/ids\.ts$|^src\/column-types\/kinds\/unique-kind\.ts$/,
    instead: 'call src/platform/crypto, where secrets, digests, comparisons and keys have one form each',
  },
  {
    what: 'OpenTelemetry',
    packages: /^@opentelemetry\//,
    home: /^src\/platform\/tracing\//,
    instead: 'call src/platform/tracing, which costs nothing without traces and keeps content out of spans',
  },
  {
    what: 'the Model Context Protocol',
    packages: /^@modelcontextprotocol\//,
    home: /^src\/platform\/mcp\/|^src\/modules\/mcp\/tools\//,
    instead: 'call src/platform/mcp, which is loaded with the first message',
  },
  {
    what: 'S3',
    packages: /^@(aws-sdk|smithy)\//,
    home: /^src\/platform\/storage\/s3\//,
    instead: 'call FileStorage; only the store that the operator configures is called past src/platform/http',
  },
  {
    what: 'the decoders of images',
    packages: /^sharp$/,
    home: /^src\/platform\/images\/reduce-image\.mjs$/,
    instead: 'call ImageReducer, which decodes images in a process with limits',
  },
  {
    what: 'the library of metrics',
    packages: /^prom-client$/,
    home: /^src\/platform\/metrics\/metrics\.ts$/,
    instead: 'take Metrics, and add the metric to its catalogue',
  },
  {
    what: 'outbound HTTP',
    packages: /^(undici|node:https?|node:http2)$/,
    home: /^src\/platform\/http\/|^src\/http\/(server|sockets)\/|^src\/service\.ts$/,
    instead: 'call out through src/platform/http, which checks the address',
  },
];

/** Some packages belong to one place; `node:http` in src/http/server and src/http/sockets is the listening side. */
export function confinedImports(files: readonly SourceFile[], confinements = CONFINEMENTS): Violation[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap(({ target }) =>
      confinements
        .filter(({ packages, home }) => packages.test(target) && !home.test(file.path))
        .map(({ what, instead }) => ({
          path: file.path,
          message: `imports ${what} (${target}): ${instead}`,
        })),
    ),
  );
}
