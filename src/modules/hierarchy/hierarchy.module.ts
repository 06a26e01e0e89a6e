import { Global, Module } from '@nestjs/common';
import { RecordVisibility, MembershipReader } from '../../access/ports';
import { AdministratorsReadModel } from './administrators.read-model';
import { AudienceReadModel } from './audience.read-model';
import { BoardFactsReadModel } from './board-facts.read-model';
import { CalendarReadModel } from './calendar.read-model';
import { FileAccessService } from './file-access.service';
import { FilePlacesReadModel } from './file-places.read-model';
import { HierarchyService } from './hierarchy.service';
import { PeopleReadModel } from './people.read-model';
import { PlaceNamesReadModel } from './place-names.read-model';
import { PlaceReadModel } from './place.read-model';
import { MembershipReadModel } from './membership.read-model';
import { WorkspaceGroupRolesReadModel } from './workspace-group-roles.read-model';
import { VisiblePlacesService } from './visible-places.service';
import { VisibleRecordsReadModel } from './visible-records.read-model';

@Global()
@Module({
  providers: [
    AdministratorsReadModel,
    AudienceReadModel,
    BoardFactsReadModel,
    CalendarReadModel,
    FileAccessService,
    FilePlacesReadModel,
    HierarchyService,
    PeopleReadModel,
    PlaceNamesReadModel,
    PlaceReadModel,
    MembershipReadModel,
    VisiblePlacesService,
    WorkspaceGroupRolesReadModel,
    { provide: MembershipReader, useExisting: MembershipReadModel },
    { provide: RecordVisibility, useClass: VisibleRecordsReadModel },
  ],
  exports: [
    AdministratorsReadModel,
    AudienceReadModel,
    FileAccessService,
    HierarchyService,
    MembershipReader,
    PlaceNamesReadModel,
    RecordVisibility,
    VisiblePlacesService,
    WorkspaceGroupRolesReadModel,
  ],
})
export class HierarchyModule {}
