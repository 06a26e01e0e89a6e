import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { ImportId, OrganizationId, UserId } from '../../kernel/ids';
import { isCovered } from '../../access/guards/covered-membership';
import { type LiveCredential, LiveCredentials } from '../../access/live-credentials';
import { MembershipReader } from '../../access/ports';
import type { CallContext, AuthenticatedUser, Credential, Principal } from '../../access/principal';
import { isOutdated } from '../../platform/cache/fresh-cache';
import type { AccessLease } from '../../platform/database/transaction';
import { Job, type JobHandler, type JobRun } from '../../platform/jobs/job.decorator';
import { FileStorage } from '../../platform/storage/file-storage';
import { AccessForbidden } from '../../access/access-errors';
import { AlreadyEnded, ImportRunService } from './importing/import-run.service';
import { NO_RESULT } from './importing/import-result';
import type { ImportWork } from './importing/import-work';
import { InvalidRows } from './imports.errors';
import { ImportsRepository } from './imports.repository';
import type { ImportProblem } from './imports.schemas';

export interface ImportPayload {
  organizationId: OrganizationId;
  importId: ImportId;
}

const REVOKED: Record<Credential['kind'], string> = {
  session: 'The session that started the import has ended; sign in and import the file again',
  token: 'The token that started the import was revoked; import the file again with a valid token',
  automation: 'An automation cannot import files',
  application: 'The access of the application that started the import was revoked; authorize it again',
};

/**
 * Writes the rows of a large file in one transaction: a worker that crashes leaves nothing, and the next attempt
 * restarts. An error that is not the service's fault fails the import permanently and is reported in its
 * problems.
 */
@Job({ name: 'boards.import', maxAttempts: 4 })
@Injectable()
export class ImportJob implements JobHandler<ImportPayload> {
  constructor(
    private readonly memberships: MembershipReader,
    private readonly credentials: LiveCredentials,
    private readonly writing: ImportRunService,
    private readonly imports: ImportsRepository,
    private readonly storage: FileStorage,
  ) {}

  async perform({ organizationId, importId }: ImportPayload, run: JobRun): Promise<void> {
    const tenant = { organizationId, transaction: null };
    const running = await this.imports.findRunning(tenant, importId);
    if (running === null) return;
    const { work, createdBy } = running;
    try {
      const context = await this.contextOf(importId, organizationId, createdBy, work);
      await this.writing.write(context, importId, work, run.signal);
    } catch (error) {
      if (error instanceof AlreadyEnded) return;
      const isFinal = error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE';
      if (!isFinal && !run.isLastAttempt) throw error;
      const problems = isFinal ? problemsOf(error) : [problem('The import failed; try it again')];
      const failed = { status: 'failed', boardId: null, problems, result: NO_RESULT } as const;
      await this.imports.end(tenant, importId, failed);
      if (!isFinal) throw error;
    }
    await this.storage.delete(work.storageKey);
  }

  /** The user who started the import, with their current access and credential, which can be revoked while the import runs. */
  private async contextOf(
    importId: ImportId,
    organizationId: OrganizationId,
    userId: UserId,
    { caller }: ImportWork,
  ): Promise<CallContext> {
    const user = { userId, credential: caller.credential, scopes: new Set(caller.scopes) };
    let credential = await this.credentialOf(user);
    let person = limitedBy(credential, user);
    let principal = await this.principalOf(person, organizationId);
    const lease: AccessLease = {
      isCurrent: () => !isOutdated(credential) && !isOutdated(principal.membership),
      isConfirmed: async (tx) =>
        !isOutdated(credential) &&
        isCovered(principal.membership, await this.memberships.membershipWithin(tx, organizationId, userId)),
      renew: async () => {
        credential = await this.credentialOf(user);
        person = limitedBy(credential, user);
        principal = await this.principalOf(person, organizationId);
        return { person, principal };
      },
    };
    return { requestId: importId, transaction: null, lease, person, principal, organizationId };
  }

  private async credentialOf(person: AuthenticatedUser): Promise<LiveCredential> {
    const credential = await this.credentials.find(person);
    if (credential === null) throw new AccessForbidden(REVOKED[person.credential.kind]);
    return credential;
  }

  private async principalOf(person: AuthenticatedUser, organizationId: OrganizationId): Promise<Principal> {
    const membership = await this.memberships.membership(organizationId, person.userId);
    if (membership === null)
      throw new AccessForbidden('The user who started the import is no longer a member of the organization');
    return { ...person, ...membership, membership, organizationId };
  }
}

/** The user within the limits of the token that started the import. */
function limitedBy({ placeLimits }: LiveCredential, user: AuthenticatedUser): AuthenticatedUser {
  return placeLimits === undefined ? user : { ...user, placeLimits };
}

function problemsOf(error: AppError): ImportProblem[] {
  if (error instanceof InvalidRows) return [...error.problems];
  const ofLines = (error.issues ?? []).flatMap(({ path, message }) => {
    const [, line, column] = LINE_PATH.exec(path) ?? [];
    return line === undefined ? [] : [{ line: Number(line), column: column!, reason: message }];
  });
  return ofLines.length > 0 ? ofLines : [problem(error.message)];
}

/** The path of a cell of a row. */
const LINE_PATH = /^lines\.(\d+)\.(.*)$/s;

/** Problems without a line. */
function problem(reason: string): ImportProblem {
  return { line: null, column: null, reason };
}
