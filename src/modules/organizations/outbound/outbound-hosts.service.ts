import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { OutboundRejected } from '../../../platform/http/outbound-errors';
import { OutboundGuard } from '../../../platform/http/outbound-guard';
import { containsHost } from './outbound-hosts';

const HOSTS = statement(
  'organizations.outbound-hosts',
  `select outbound_hosts as hosts from organizations where id = $1`,
);

/** The host is not in the organization's list. */
class HostNotAllowed extends OutboundRejected {
  constructor() {
    super('Must be one of the hosts that the organization allows (organizations.get, outboundHosts)');
  }
}

/**
 * The checks of a URL that webhooks and automations call: those of the outbound guard that need no network, and the list of
 * hosts in the organization's settings. To be called when a URL is saved and before each request, because both can change.
 */
@Injectable()
export class OutboundHostsService {
  /** Reads that have not been sent yet. */
  private readonly reads = new Map<string, Promise<string[] | null>>();

  constructor(
    private readonly database: Database,
    private readonly guard: OutboundGuard,
  ) {}

  /** The normalized URL; throws OutboundRejected. */
  async check(context: TenantContext, given: string): Promise<URL> {
    const url = this.guard.checkUrl(given);
    const hosts = context.transaction === null ? await this.shared(context) : await this.read(context);
    if (hosts !== null && !containsHost(hosts, url)) throw new HostNotAllowed();
    return url;
  }

  /** The deliveries of one batch, which are checked at the same time, share a read that begins after all of them. */
  private shared(context: TenantContext): Promise<string[] | null> {
    const { organizationId } = context;
    const waiting = this.reads.get(organizationId);
    if (waiting !== undefined) return waiting;
    const read = nextTurn().then(() => {
      this.reads.delete(organizationId);
      return this.read(context);
    });
    this.reads.set(organizationId, read);
    return read;
  }

  private async read(context: TenantContext): Promise<string[] | null> {
    const [row] = await this.database.query<{ hosts: string[] | null }>(context, HOSTS, [
      context.organizationId,
    ]);
    return row?.hosts ?? null;
  }
}
