import 'reflect-metadata';
import type { DynamicModule, ForwardReference, Type } from '@nestjs/common';
import { AppModule } from './app.module';
import { declaredRoutes } from './http/routes/declared-routes';
import { openApiDocument } from './modules/api-reference';
import { readConfiguration } from './platform/config/configuration';
import { Log } from './platform/logging/log';
import { packageVersion } from './platform/config/version';
import { declarationsOf } from './rpc/declarations-of';

/** The modules want settings; the document depends on none. Without these two, a secret would be created. */
const UNUSED = {
  DATABASE_URL: 'postgres://unused.invalid/unused',
  APP_SECRET: 'It signs nothing: no service is started.',
};

/** `trestle openapi`: prints the document of /api/openapi.json. It needs no settings and no database, and changes nothing. */
export async function main(): Promise<void> {
  // A reader such as `head` closes the pipe when it has enough.
  process.stdout.once('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
  const configuration = readConfiguration(UNUSED);
  const root = AppModule.of(configuration, '', new Log(process.stderr, configuration.log.level));
  const { controllers, providers } = await declaredClasses(root);
  const document = await openApiDocument(
    providers.flatMap(declarationsOf),
    declaredRoutes(controllers),
    packageVersion(),
  );
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

type Imported = Type | DynamicModule | Promise<DynamicModule> | ForwardReference;

/** The controllers and providers of a module and of all that it imports, each once, without an instance of any. */
async function declaredClasses(root: Imported): Promise<{ controllers: Type[]; providers: Type[] }> {
  const controllers = new Set<Type>();
  const providers = new Set<Type>();
  const seen = new Set<unknown>();
  const waiting: Imported[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const imported = await next;
    if (seen.has(imported)) continue;
    seen.add(imported);
    if ('forwardRef' in imported) {
      waiting.push(imported.forwardRef() as Imported);
      continue;
    }
    const module = 'module' in imported ? imported.module : imported;
    const dynamic = 'module' in imported ? imported : undefined;
    const listed = (key: 'imports' | 'controllers' | 'providers') => [
      ...((Reflect.getMetadata(key, module) as unknown[] | undefined) ?? []),
      ...(dynamic?.[key] ?? []),
    ];
    waiting.push(...(listed('imports') as Imported[]));
    for (const each of listed('controllers')) controllers.add(each as Type);
    for (const each of listed('providers')) if (typeof each === 'function') providers.add(each as Type);
  }
  return { controllers: [...controllers], providers: [...providers] };
}

if (require.main === module) void main();
