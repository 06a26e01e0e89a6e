export { PeopleGroupsModule } from './people-groups.module';
