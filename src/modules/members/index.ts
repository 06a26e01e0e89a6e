export { MembersModule } from './members.module';
export { MembershipsService } from './memberships.service';
