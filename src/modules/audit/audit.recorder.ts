import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { newId } from '../../kernel/ids';
import {
  type AuditActor,
  type AuditContext,
  type AuditEntry,
  AuditTrail,
  type PersonalAuditContext,
} from '../../access/audit/audit-trail';
import { NO_TRANSACTION } from '../../platform/database/database';
import { Log } from '../../platform/logging/log';
import { type AuditFacts, AuditRepository, type NewAuditEntry } from './audit.repository';
import { boundedDetails, boundedText } from './bounded-details';
import { RejectionLimit } from './rejection-limit';

const FLUSH_EVERY_MS = 20_000;
const USER_AGENT_MAX = 256;
const TEXT_MAX = 200;
/** Control characters, which a terminal would execute. */
const CONTROL = /\p{Cc}/gu;

/** Writes the audit log. */
@Injectable()
export class AuditRecorder extends AuditTrail implements BeforeApplicationShutdown {
  private readonly rejections = new RejectionLimit<NewAuditEntry>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly entries: AuditRepository,
    private readonly log: Log,
  ) {
    super();
    this.timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.timer.unref();
  }

  record(context: AuditContext, actor: AuditActor, entry: AuditEntry): Promise<void> {
    return this.recordAll(context, actor, [entry]);
  }

  recordAll(context: AuditContext, actor: AuditActor, entries: readonly AuditEntry[]): Promise<void> {
    return this.write(
      context,
      entries.map((entry) => rowOf(context, actor, entry)),
    );
  }

  async recordEverywhere(context: PersonalAuditContext, actor: AuditActor, entry: AuditEntry): Promise<void> {
    if (actor.userId === null) return;
    const facts = factsOf(context.requestId, actor, entry);
    const organizationIds = await this.entries.organizationsOf(context, actor.userId);
    const places = organizationIds.map((organizationId) => ({ organizationId, id: newId('audit') }));
    await this.entries.addToEach(
      context,
      places.filter((place) => this.isWritten({ ...place, ...facts })),
      facts,
    );
  }

  /** Writes summaries of rejections that were counted, as far as the limit allows; all of them with `all`. */
  async flush(all = false): Promise<void> {
    for (const { entry, count } of this.rejections.take(clock.nowMs(), all)) {
      await this.entries
        .add(NO_TRANSACTION, [{ ...entry, details: { ...entry.details, count } }])
        .catch((error: unknown) =>
          this.log.error('rejections could not be recorded', { action: entry.action, count, error }),
        );
    }
  }

  /** Before the shutdown, because connections are closed during it. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush(true);
  }

  private write(context: PersonalAuditContext, rows: readonly NewAuditEntry[]): Promise<void> {
    return this.entries.add(
      context,
      rows.filter((row) => this.isWritten(row)),
    );
  }

  /** Successes are always written; a rejection may only be counted. */
  private isWritten(row: NewAuditEntry): boolean {
    if (row.outcome === 'success') return true;
    // Separate limits, so that thousands of anonymous failed sign-ins do not hide a member's rejection.
    const side = `${row.organizationId} ${row.credentialKind === null ? 'from outside' : 'by members'}`;
    const kind = `${row.actorId ?? row.credentialId ?? row.ip} ${row.action}`;
    return this.rejections.admits(side, kind, row, clock.nowMs());
  }
}

function rowOf(
  { organizationId, requestId }: AuditContext,
  actor: AuditActor,
  entry: AuditEntry,
): NewAuditEntry {
  return { organizationId, id: newId('audit'), ...factsOf(requestId, actor, entry) };
}

function factsOf(requestId: string, actor: AuditActor, entry: AuditEntry): AuditFacts {
  const text = (value: string | null | undefined) => boundedText(value, TEXT_MAX);
  return {
    at: clock.now(),
    action: entry.action,
    outcome: entry.outcome,
    reason: text(entry.reason),
    target: text(entry.target),
    actorId: actor.userId,
    credentialKind: actor.credential?.kind ?? null,
    credentialId: text(actor.credential?.id),
    ip: text(actor.ip),
    userAgent: boundedText(actor.userAgent?.replace(CONTROL, ' '), USER_AGENT_MAX),
    requestId: boundedText(requestId, TEXT_MAX)!,
    details: boundedDetails(entry.details ?? {}),
  };
}
