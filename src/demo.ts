import { loadService } from './load-service';
import { configurationOrExit } from './read-environment';
import { Log } from './platform/logging/log';
import { firstLine, ProcessLife } from './process-life';

/** As for the service: its code is loaded once the configuration is good. */
const loadDemo = (): typeof import('./demo/fill-demo') => require('./demo/fill-demo') as never;

/** Fills the installation with an organization to try everything in, and ends. */
export async function main(): Promise<void> {
  const configuration = configurationOrExit();
  // Its own calls are no abuse, and nobody else's come in.
  configuration.limits.rateLimits = 'off';
  configuration.accounts.registration = 'open';
  // Standard output is for the person who asked; what goes wrong is still told.
  const log = new Log(undefined, 'error');
  const { Service } = loadService();
  const service = new Service(configuration, log);
  const life = new ProcessLife(service, configuration, log);
  life.guard();
  const { DemoExists, fillDemo } = loadDemo();
  let told: string;
  try {
    told = await service.perform((application) => fillDemo(application, configuration.http.publicUrl));
  } catch (error) {
    if (error instanceof DemoExists) life.leave(1, firstLine(error));
    await life.failStart(error);
    return;
  }
  process.stdout.write(told);
  life.leave(0);
}

if (require.main === module) void main();
