import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { Page } from '../../../kernel/cursor';
import { type DomainId, newId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { RecordNotFound } from '../../hierarchy';
import { type DomainRow, DomainsRepository } from './domains.repository';
import { SsoPlanService } from '../connections/sso-plan.service';
import { proofName } from './proof-name';
import { DomainAdded, DomainNotProved, DomainTaken, DomainsUnreachable } from '../sso.errors';
import { ssoEvents } from '../sso.events';
import { MAX_DOMAINS } from '../sso.schemas';
import { TextRecordsService } from './text-records.service';
import { randomSecret } from '../../../platform/crypto/random';
import { presentDomain } from '../sso.presenter';

/** Domains whose ownership an organization proves with a DNS record. */
@Injectable()
export class DomainsService {
  constructor(
    private readonly gate: SsoPlanService,
    private readonly domains: DomainsRepository,
    private readonly records: TextRecordsService,
    private readonly transactions: TransactionRunner,
    private readonly outbox: Outbox,
  ) {}

  async list(
    context: CallContext,
    page: { cursor: DomainId | null; limit: number },
  ): Promise<Page<DomainRow>> {
    await this.gate.check(context);
    return this.domains.list(context, page);
  }

  async add(context: CallContext, domain: string): Promise<DomainRow> {
    await this.gate.check(context);
    return this.transactions.run(context, async (tx) => {
      const proof = `trestle-verification=${randomSecret(18)}`;
      const added = await this.domains.add(tx, { id: newId('domain'), domain, proof }, MAX_DOMAINS);
      if (added !== null) {
        await this.outbox.append(tx, ssoEvents.domainAdded.create({ domain: presentDomain(added) }));
        return added;
      }
      if ((await this.domains.findByName(tx, domain)) !== null) throw new DomainAdded();
      throw InvalidInput.at('domain', `An organization can have at most ${MAX_DOMAINS} domains`);
    });
  }

  /** Queries the DNS before the transaction starts: no transaction waits for name servers. */
  async verify(context: CallContext, id: DomainId): Promise<(context: CallContext) => Promise<DomainRow>> {
    await this.gate.check(context);
    const asked = await this.domains.find(context, id);
    if (asked === null) throw new RecordNotFound('domain');
    if (asked.verifiedAt === null) await this.lookUp(asked);
    return (now) =>
      this.transactions.run(now, async (tx) => {
        const verified = await this.domains.verify(tx, id);
        if (verified === 'taken') throw new DomainTaken();
        if (verified === null) throw new RecordNotFound('domain');
        await this.outbox.append(tx, ssoEvents.domainVerified.create({ domain: presentDomain(verified) }));
        return verified;
      });
  }

  async remove(context: CallContext, id: DomainId): Promise<void> {
    await this.transactions.run(context, async (tx) => {
      const removed = await this.domains.remove(tx, id);
      if (removed === null) throw new RecordNotFound('domain');
      await this.outbox.append(tx, ssoEvents.domainRemoved.create({ domain: presentDomain(removed) }));
    });
  }

  private async lookUp({ domain, proof }: DomainRow): Promise<void> {
    const found = await this.records.of(proofName(domain));
    if (found === null) throw new DomainsUnreachable();
    if (!found.some((text) => text.trim() === proof)) throw new DomainNotProved(proofName(domain));
  }
}
