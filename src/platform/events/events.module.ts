import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { EventDefinition } from './define-event';
import { EventBacklogEntity } from './delivery/event-backlog.entity';
import { EventDelivery } from './delivery/event-delivery';
import { EventFailureEntity } from './delivery/event-failure.entity';
import { EventFailuresSweep } from './delivery/event-failures.sweep';
import { EventSubscriberEntity } from './delivery/event-subscriber.entity';
import { SubscriberBacklogs } from './delivery/subscriber-backlogs';
import { SubscriberLoop } from './delivery/subscriber-loop';
import { SubscriberPositions } from './delivery/subscriber-positions';
import { SubscriberRegistry } from './delivery/subscriber-registry';
import { SubscriberReplay } from './delivery/subscriber-replay';
import { EventCatalogue } from './event-catalogue';
import { EventLag } from './event-lag';
import { EventLagSweep } from './event-lag.sweep';
import { EventMetrics } from './event-metrics';
import { EventRelay } from './event-relay';
import { BoardLog } from './log/board-log';
import { CausedEvents } from './log/caused-events';
import { EventEntity } from './log/event.entity';
import { EventLog } from './log/event-log';
import { EventLogHeadEntity } from './log/event-log-head.entity';
import { EventPages } from './log/event-pages';
import { EventPartitions } from './log/event-partitions';
import { EventRetentionSweep } from './log/event-retention.sweep';
import { EventSequenceEntity } from './log/event-sequence.entity';
import { EventTail } from './log/event-tail';
import { Outbox } from './outbox';
import { OutboxEventEntity } from './outbox-event.entity';

@Global()
@Module({})
export class EventsModule {
  static of(definitions: readonly EventDefinition[]): DynamicModule {
    return {
      module: EventsModule,
      imports: [
        TypeOrmModule.forFeature([
          OutboxEventEntity,
          EventEntity,
          EventSequenceEntity,
          EventLogHeadEntity,
          EventSubscriberEntity,
          EventBacklogEntity,
          EventFailureEntity,
        ]),
        DiscoveryModule,
      ],
      providers: [
        BoardLog,
        CausedEvents,
        { provide: EventCatalogue, useFactory: () => new EventCatalogue(definitions) },
        EventDelivery,
        EventFailuresSweep,
        EventLag,
        EventLagSweep,
        EventLog,
        EventMetrics,
        EventPages,
        EventPartitions,
        EventRelay,
        EventRetentionSweep,
        EventTail,
        Outbox,
        SubscriberBacklogs,
        SubscriberLoop,
        SubscriberPositions,
        SubscriberRegistry,
        SubscriberReplay,
      ],
      exports: [BoardLog, CausedEvents, EventCatalogue, EventLag, EventLog, EventPages, EventTail, Outbox],
    };
  }
}
