import { banner } from './banner';
import { setEngineFlags } from './engine-flags';
import { loadService } from './load-service';
import { configurationOrExit } from './read-environment';
import { Log } from './platform/logging/log';
import { ProcessLife } from './process-life';

/** Runs the service in this process until a signal ends it. With `announces` a person is told what to do first. */
export async function main({ announces }: { announces: boolean }): Promise<void> {
  setEngineFlags();
  const configuration = configurationOrExit();
  const log = new Log(undefined, configuration.log.level);
  const { Service } = loadService();
  const service = new Service(configuration, log);
  const life = new ProcessLife(service, configuration, log);
  life.guard();
  try {
    await service.start();
  } catch (error) {
    await life.failStart(error);
    return;
  }
  if (announces) process.stdout.write(banner(configuration));
}

// Run by itself, as in a container, standard output holds the log and nothing else.
if (require.main === module) void main({ announces: process.stdout.isTTY });
