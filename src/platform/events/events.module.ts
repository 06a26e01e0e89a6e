import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { EventDefinition } from './define-event';
import { EventCatalogue } from './event-catalogue';
import { EventDelivery } from './event-delivery';
import { Outbox } from './outbox';
import { OutboxBacklogEntity } from './outbox-backlog.entity';
import { OutboxBacklogEventEntity } from './outbox-backlog-event.entity';
import { OutboxBacklogs } from './outbox-backlogs';
import { OutboxEventEntity } from './outbox-event.entity';
import { OutboxQueue } from './outbox-queue';
import { OutboxRelay } from './outbox-relay';
import { StaleEventsSweep } from './stale-events.sweep';
import { SubscriberRegistry } from './subscriber-registry';

@Global()
@Module({})
export class EventsModule {
  static of(definitions: readonly EventDefinition[]): DynamicModule {
    return {
      module: EventsModule,
      imports: [
        TypeOrmModule.forFeature([OutboxEventEntity, OutboxBacklogEventEntity, OutboxBacklogEntity]),
        DiscoveryModule,
      ],
      providers: [
        { provide: EventCatalogue, useFactory: () => new EventCatalogue(definitions) },
        EventDelivery,
        Outbox,
        OutboxBacklogs,
        OutboxQueue,
        OutboxRelay,
        StaleEventsSweep,
        SubscriberRegistry,
      ],
      exports: [EventCatalogue, Outbox],
    };
  }
}
