import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import type { Id } from '../../../kernel/ids';
import { HttpConfig } from '../../../platform/config/http.config';
import { invitationLink } from './invitation-token';
import type { InvitationRecord } from './invitations.schemas';
import { InvitationsService } from './invitations.service';

/** invitations.link: links that administrators give to the invited people themselves. */
@Injectable()
export class InvitationLinksService {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly http: HttpConfig,
  ) {}

  async create(context: CallContext, id: Id<'invitation'>): Promise<InvitationRecord & { link: string }> {
    const { invitation, token } = await this.invitations.replaceToken(context, id);
    return { ...invitation, link: invitationLink(this.http, token) };
  }
}
