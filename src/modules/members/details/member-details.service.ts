import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { CallContext } from '../../../access/principal';
import type { UserId } from '../../../kernel/ids';
import { RecordNotFound } from '../../hierarchy';
import { MembersReadModel } from '../members.read-model';
import { MemberDetailsReadModel } from './member-details.read-model';
import type { membersGet } from './member-details.schemas';

/** organizations.members.get: one member, or one invited user, without access so far. */
@Injectable()
export class MemberDetailsService {
  constructor(
    private readonly members: MembersReadModel,
    private readonly details: MemberDetailsReadModel,
  ) {}

  async get(context: CallContext, userId: UserId): Promise<z.output<typeof membersGet.output>> {
    const member = (await this.members.get(context, userId)) ?? (await this.members.invited(context, userId));
    if (member === null) throw new RecordNotFound('member');
    return { ...member, ...(await this.details.get(context, userId)) };
  }
}
