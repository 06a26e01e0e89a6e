import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PeopleGroupEntity } from './people-group.entity';
import { PeopleGroupMemberEntity } from './people-group-member.entity';
import { PeopleGroupMembersController } from './people-group-members.controller';
import { PeopleGroupMembersService } from './people-group-members.service';
import { PeopleGroupsController } from './people-groups.controller';
import { PeopleGroupsReadModel } from './people-groups.read-model';
import { PeopleGroupsRepository } from './people-groups.repository';
import { PeopleGroupsService } from './people-groups.service';

@Module({
  imports: [TypeOrmModule.forFeature([PeopleGroupEntity, PeopleGroupMemberEntity])],
  providers: [
    PeopleGroupMembersController,
    PeopleGroupMembersService,
    PeopleGroupsController,
    PeopleGroupsReadModel,
    PeopleGroupsRepository,
    PeopleGroupsService,
  ],
})
export class PeopleGroupsModule {}
