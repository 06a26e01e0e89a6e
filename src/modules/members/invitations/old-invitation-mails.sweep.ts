import { Injectable } from '@nestjs/common';
import { inBatches } from '../../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { InvitationMailsRepository } from './invitation-mails.repository';

/** Deletes mails that no longer count. */
@Scheduled({ name: 'members.remove-old-invitation-mails', everyMinutes: 60 })
@Injectable()
export class OldInvitationMailsSweep implements ScheduledWork {
  constructor(private readonly mails: InvitationMailsRepository) {}

  async run(signal: AbortSignal): Promise<number> {
    return inBatches(() => this.mails.removeOld(), signal);
  }
}
