import { banner } from './banner';
import { setEngineFlags } from './engine-flags';
import { loadService } from './load-service';
import { configurationOrExit } from './read-environment';
import { Log } from './platform/logging/log';
import { ProcessLife } from './process-life';

/** Runs the service in this process until a signal stops it. With `showsBanner` it prints its URL and the first steps. */
export async function main({ showsBanner }: { showsBanner: boolean }): Promise<void> {
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
  if (!showsBanner) return;
  // A database that is lost in this moment returns, or ends the process with its own reason.
  const hasAccounts = await service.hasAccounts().catch(() => true);
  process.stdout.write(banner(configuration, { hasAccounts, createdOwner: service.createdOwner }));
}

// Run directly, as in a container: standard output contains only the log.
if (require.main === module) void main({ showsBanner: process.stdout.isTTY });
