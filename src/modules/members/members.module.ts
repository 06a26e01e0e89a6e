import { Global, Module } from '@nestjs/common';
import { MemberActivity } from '../../access/ports';
import { NotedMemberActivity } from './member-activity';
import { MembersController } from './members.controller';
import { MembersReadModel } from './members.read-model';
import { MembersRepository } from './members.repository';
import { MembershipsService } from './memberships.service';

@Global()
@Module({
  providers: [
    MembersController,
    MembersReadModel,
    MembersRepository,
    MembershipsService,
    NotedMemberActivity,
    { provide: MemberActivity, useExisting: NotedMemberActivity },
  ],
  exports: [MemberActivity, MembershipsService],
})
export class MembersModule {}
