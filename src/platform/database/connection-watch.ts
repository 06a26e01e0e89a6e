import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Log } from '../logging/log';
import { DatabaseUrl } from './change-listener';
import { type OpenConnection, OpenConnections } from './open-connections';
import { type ProbeResult, ServerProbe } from './server-probe';

const TICK_MS = 250;
/** The watch checks a statement for which no byte has arrived for three quarters of a second. */
const SUSPECT_TICKS = 3;
/** A server that takes longer than two seconds to accept a connection and to respond counts as unresponsive. */
const PROBE_TICKS = 8;

/** The reason with which the statement of a discarded connection fails. */
export class ConnectionSilent extends Error {
  /** The operating system's code for a connection whose peer no longer responds. */
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database connection has fallen silent');
  }
}

interface Examination {
  probe: ServerProbe;
  ticks: number;
  suspects: readonly OpenConnection[];
  bytesReadBefore: ReadonlyMap<OpenConnection, number>;
  result: ProbeResult | null;
}

/**
 * Ends the wait for a response that will never arrive, because the connection was lost without notice (failover, NAT) or
 * the server is frozen. A slow statement looks the same from here. The watch therefore queries the server on a new
 * connection, and a statement that the server is executing gets the time that `statement_timeout` allows (decision 0078).
 * Time is counted in ticks, so that a process that was itself delayed does not attribute its delay to the server.
 */
@Injectable()
export class ConnectionWatch implements OnModuleInit, OnApplicationShutdown {
  /** While true, calls fail immediately instead of waiting for an unresponsive server. */
  isServerSilent = false;

  private timer: NodeJS.Timeout | null = null;
  private examination: Examination | null = null;
  private readonly silenceListeners: (() => void)[] = [];

  constructor(
    private readonly connections: OpenConnections,
    private readonly url: DatabaseUrl,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => this.tick(), TICK_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
    this.examination?.probe.giveUp();
  }

  onSilence(listener: () => void): void {
    this.silenceListeners.push(listener);
  }

  private tick(): void {
    const connections = this.connections.all();
    for (const connection of connections) connection.observe();
    if (this.examination !== null) {
      this.continue(this.examination);
      return;
    }
    const suspects = connections.filter(({ unexplainedTicks }) => unexplainedTicks >= SUSPECT_TICKS);
    if (suspects.length > 0 || this.isServerSilent) this.begin(suspects, connections);
  }

  private begin(suspects: readonly OpenConnection[], connections: readonly OpenConnection[]): void {
    const probe = new ServerProbe(this.url.value);
    const bytesReadBefore = new Map(connections.map((connection) => [connection, connection.bytesRead]));
    const examination: Examination = { probe, ticks: 0, suspects, bytesReadBefore, result: null };
    this.examination = examination;
    const processIds = suspects.flatMap(({ processId }) => processId ?? []);
    void probe.ask(processIds).then((result) => (examination.result = result));
  }

  private continue(examination: Examination): void {
    examination.ticks += 1;
    if (examination.result !== null) {
      this.examination = null;
      this.conclude(examination, examination.result);
    } else if (examination.ticks >= PROBE_TICKS) {
      examination.probe.giveUp();
    }
  }

  private conclude({ suspects, bytesReadBefore }: Examination, result: ProbeResult): void {
    const hasRead = (connection: OpenConnection) => connection.bytesRead !== bytesReadBefore.get(connection);
    // Without a free connection for the probe, only the server's statement timeout applies.
    const isWorking = ({ processId }: OpenConnection) =>
      result.responds && (result.working === null || (processId !== null && result.working.has(processId)));
    const unanswered = suspects.filter((suspect) => !hasRead(suspect));
    for (const suspect of unanswered.filter(isWorking)) suspect.confirm();
    const lost = unanswered.filter((suspect) => !isWorking(suspect));
    this.discard(lost);
    this.setServerSilent(!result.responds && !this.connections.all().some(hasRead));
    // Whatever cut off one connection has probably cut off the idle ones too, which cannot notice it.
    if (result.responds && lost.length > 0)
      this.discard(this.connections.all().filter(({ isIdle }) => isIdle));
  }

  private discard(lost: readonly OpenConnection[]): void {
    if (lost.length === 0) return;
    this.log.warn('database connections discarded: no response', { connections: lost.length });
    for (const connection of lost) connection.discard(new ConnectionSilent());
  }

  private setServerSilent(isSilent: boolean): void {
    if (this.isServerSilent === isSilent) return;
    this.isServerSilent = isSilent;
    if (!isSilent) {
      this.log.info('the database responds again');
      return;
    }
    this.log.error('the database does not respond');
    for (const listener of this.silenceListeners) listener();
  }
}
