import { loadService } from './load-service';
import { DemoExists } from './demo/demo-exists';
import { configurationOrExit } from './read-environment';
import { Log } from './platform/logging/log';
import { firstLine, ProcessLife } from './process-life';

/** Loaded on demand, as the service is: after the configuration is validated. */
const loadDemo = (): typeof import('./demo/fill-demo') => require('./demo/fill-demo') as never;

/** Creates an organization to try everything in, and exits. */
export async function main(): Promise<void> {
  const configuration = configurationOrExit();
  // The demo's own calls are no abuse, and no other calls reach this process.
  configuration.limits.rateLimits = 'off';
  // Standard output is for the summary; errors are still logged.
  const log = new Log(undefined, 'error');
  const { Service } = loadService();
  const service = new Service(configuration, log);
  const life = new ProcessLife(service, configuration, log);
  life.guard();
  const { fillDemo } = loadDemo();
  let summary: string;
  try {
    summary = await service.perform((application) => fillDemo(application, configuration.http.publicUrl));
  } catch (error) {
    if (error instanceof DemoExists) life.leave(1, firstLine(error));
    await life.failStart(error);
    return;
  }
  process.stdout.write(summary);
  life.leave(0);
}

if (require.main === module) void main();
