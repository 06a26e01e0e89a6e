import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import type { ProjectId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { OutboundRejected } from '../../platform/http/outbound-errors';
import { HierarchyService } from '../hierarchy';
import { OutboundHostsService } from '../organizations';

/** Checks what a webhook refers to when it is saved: the receiver's URL, and the project. */
@Injectable()
export class WebhookTargetsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly hosts: OutboundHostsService,
  ) {}

  async check(
    context: CallContext,
    { url, projectId }: { url?: string | undefined; projectId?: ProjectId | null | undefined },
  ): Promise<void> {
    if (typeof projectId === 'string') await this.hierarchy.project(context, projectId);
    if (url === undefined) return;
    try {
      await this.hosts.check(context, url);
    } catch (error) {
      if (error instanceof OutboundRejected) throw InvalidInput.at('url', error.message);
      throw error;
    }
  }
}
