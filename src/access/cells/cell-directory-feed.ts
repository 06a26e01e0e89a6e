import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import { CellsConfig } from '../../platform/config/cells.config';
import { ConfigurationProblem } from '../../platform/config/configuration-problem';
import { Outbound } from '../../platform/http/outbound';
import { Log } from '../../platform/logging/log';
import { CellDirectory } from './cell-directory';
import { CellDirectoryCopy } from './cell-directory-copy';
import { CellDocumentProblem, DOCUMENT_MAX_BYTES } from './cell-document';

const LOOK_EVERY_MS = 10_000;
const TIMEOUT_MS = 5_000;

/** Validators of the last document, for a request that only gets a changed one. */
type Validators = Readonly<Record<string, string>>;

/** The URL returned something else than a document. */
class UnusableAnswer extends Error {}

/** Reads the directory of cells from a URL, again and again (decision 0126). */
@Injectable()
export class CellDirectoryFeed implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private validators: Validators = {};
  private looking: NodeJS.Timeout | undefined;
  private isLooking = false;

  constructor(
    private readonly config: CellsConfig,
    private readonly directory: CellDirectory,
    private readonly copy: CellDirectoryCopy,
    private readonly outbound: Outbound,
    private readonly log: Log,
  ) {}

  /** Before requests are served. Without a directory, the start fails, as it does without the file. */
  async onModuleInit(): Promise<void> {
    const { directoryUrl: url } = this.config;
    if (url === undefined) return;
    try {
      await this.read(url);
    } catch (error) {
      const problem = problemOf(error);
      if (problem === null) throw error;
      const last = await this.copy.read(url);
      if (last === null) throw new ConfigurationProblem(`CELL_DIRECTORY: ${url} ${problem}`);
      this.directory.apply(last);
      this.directory.fail(problem);
    }
  }

  onApplicationBootstrap(): void {
    if (this.config.directoryUrl === undefined) return;
    this.looking = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.looking.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.looking);
  }

  /** Reads the directory if it has changed. Never rejects. */
  async look(): Promise<void> {
    const { directoryUrl: url } = this.config;
    if (url === undefined || this.isLooking) return;
    this.isLooking = true;
    try {
      await this.read(url);
    } catch (error) {
      const problem = problemOf(error);
      if (problem === null) this.log.error('the directory of cells cannot be read', { error });
      this.directory.fail(problem ?? 'cannot be read');
    } finally {
      this.isLooking = false;
    }
  }

  private async read(url: string): Promise<void> {
    const { status, headers, body } = await this.outbound.request({
      method: 'GET',
      url,
      headers: { accept: 'application/json', ...this.validators },
      timeoutMs: TIMEOUT_MS,
      maxBytes: DOCUMENT_MAX_BYTES,
    });
    if (status === 304) {
      this.directory.confirm();
      return;
    }
    if (status !== 200) throw new UnusableAnswer(`returned ${status}`);
    const document = body.toString();
    this.directory.apply(document);
    // Only of a good document: one with a problem is read, and reported, until it is mended.
    this.validators = validatorsOf(headers);
    await this.copy.write({ url, document });
    this.log.info('the directory of cells was read', { elsewhere: this.directory.size });
  }
}

function validatorsOf({ etag, 'last-modified': modified }: Readonly<Record<string, string>>): Validators {
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(modified === undefined ? {} : { 'if-modified-since': modified }),
  };
}

/** Null for an error that no directory causes. */
function problemOf(error: unknown): string | null {
  if (error instanceof CellDocumentProblem || error instanceof UnusableAnswer) return error.message;
  if (error instanceof AppError) return `cannot be read (${error.message})`;
  return null;
}
