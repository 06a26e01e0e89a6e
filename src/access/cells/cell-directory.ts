import { readFileSync, statSync } from 'node:fs';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CellsConfig } from '../../platform/config/cells.config';
import { ConfigurationProblem } from '../../platform/config/configuration-problem';
import { HttpConfig, organizationUrl } from '../../platform/config/http.config';
import { Log } from '../../platform/logging/log';
import {
  type CellDocument,
  CellDocumentProblem,
  DOCUMENT_MAX_BYTES,
  parseCellDocument,
} from './cell-document';

const LOOK_EVERY_MS = 2_000;

/**
 * Which cell has which organization. An installation without `CELL_DIRECTORY` has an empty directory. A file that changes is
 * read again; while it cannot be used, the last good one applies (decision 0123). CellDirectoryFeed reads one at a URL.
 */
@Injectable()
export class CellDirectory implements OnApplicationBootstrap, OnApplicationShutdown {
  /** The origins of other cells, by the slugs of their organizations. */
  private elsewhere: CellDocument = new Map();
  private origins: ReadonlySet<string> = new Set();
  private readonly ownOrigin: string;
  /** The state of the file when it was last read. */
  private seen = '';
  /** Why the file cannot be used now; null while it can. */
  private problem: string | null = null;
  private looking: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: CellsConfig,
    http: HttpConfig,
    private readonly log: Log,
  ) {
    this.ownOrigin = new URL(http.publicUrl).origin;
    const { directoryFile } = config;
    if (directoryFile === undefined) return;
    try {
      this.read(directoryFile);
    } catch (error) {
      throw new ConfigurationProblem(`CELL_DIRECTORY: the file ${directoryFile} ${problemOf(error)}`);
    }
  }

  get isUsed(): boolean {
    return this.config.directory !== undefined;
  }

  /** Whether the directory that applies is the current one, as far as this process knows. */
  get isCurrent(): boolean {
    return this.problem === null;
  }

  /** The number of organizations in other cells. */
  get size(): number {
    return this.elsewhere.size;
  }

  /** That the directory cannot be read. Logged once for each problem. */
  fail(problem: string): void {
    if (problem === this.problem) return;
    this.problem = problem;
    const { directory } = this.config;
    this.log.error('CELL_DIRECTORY cannot be used; the last directory applies', { directory, problem });
  }

  /** That the directory is what it was. */
  confirm(): void {
    this.problem = null;
  }

  onApplicationBootstrap(): void {
    const { directoryFile } = this.config;
    if (directoryFile === undefined) return;
    // By polling, because a mounted ConfigMap changes by a link to another directory, which file events do not show.
    this.looking = setInterval(() => this.look(directoryFile), LOOK_EVERY_MS);
    this.looking.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.looking);
  }

  /** {base_url} of an organization of another cell; null for organizations of this cell and for unknown ones. */
  baseUrlElsewhere(slug: string): string | null {
    const origin = this.elsewhere.get(slug);
    return origin === undefined ? null : organizationUrl(origin, slug);
  }

  /** Whether an organization of this cell cannot have the slug: one of another cell has it, or a cell has its address. */
  isTaken(slug: string): boolean {
    return this.elsewhere.has(slug) || this.origins.has(organizationUrl(this.ownOrigin, slug));
  }

  private look(file: string): void {
    const before = this.seen;
    try {
      this.read(file);
      if (this.seen !== before)
        this.log.info('the directory of cells was read again', { elsewhere: this.elsewhere.size });
    } catch (error) {
      // Another file with the same problem is logged again.
      if (this.seen !== before) this.problem = null;
      this.fail(problemOf(error));
    }
  }

  /** Reads the file unless it is as it was. */
  private read(file: string): void {
    const { dev, ino, size, mtimeMs } = statSync(file);
    const seen = [dev, ino, size, mtimeMs].join(' ');
    if (seen === this.seen) return;
    this.seen = seen;
    if (size > DOCUMENT_MAX_BYTES) throw new CellDocumentProblem(`has more than ${DOCUMENT_MAX_BYTES} bytes`);
    this.apply(readFileSync(file, 'utf8'));
  }

  /** Replaces the directory with a document; throws CellDocumentProblem, and keeps the last one. */
  apply(text: string): void {
    const document = parseCellDocument(text);
    this.origins = new Set(document.values());
    this.elsewhere = new Map([...document].filter(([, origin]) => origin !== this.ownOrigin));
    this.problem = null;
  }
}

function problemOf(error: unknown): string {
  if (error instanceof CellDocumentProblem) return error.message;
  return `cannot be read (${(error as NodeJS.ErrnoException).code})`;
}
