import { Global, Module } from '@nestjs/common';
import { StandingReader } from '../../access/ports';
import { BoardFactsReadModel } from './board-facts.read-model';
import { CalendarReadModel } from './calendar.read-model';
import { Hierarchy } from './hierarchy';
import { PeopleReadModel } from './people.read-model';
import { PlaceReadModel } from './place.read-model';
import { StandingReadModel } from './standing.read-model';

@Global()
@Module({
  providers: [
    BoardFactsReadModel,
    CalendarReadModel,
    Hierarchy,
    PeopleReadModel,
    PlaceReadModel,
    StandingReadModel,
    { provide: StandingReader, useExisting: StandingReadModel },
  ],
  exports: [Hierarchy, StandingReader],
})
export class HierarchyModule {}
