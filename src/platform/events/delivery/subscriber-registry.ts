import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { EventDefinition } from '../define-event';
import { EventCatalogue } from '../event-catalogue';
import {
  type EventSubscriber,
  subscriberDeclaration,
  type SubscriberDeclaration,
} from '../subscriber.decorator';

export interface RegisteredSubscriber {
  name: string;
  wants(type: string): boolean;
  subscriber: EventSubscriber;
}

const NAME = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/;

/** Every subscriber of events by name, collected at boot. An invalid declaration stops the start. */
@Injectable()
export class SubscriberRegistry implements OnModuleInit {
  private readonly subscribers = new Map<string, RegisteredSubscriber>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly catalogue: EventCatalogue,
  ) {}

  onModuleInit(): void {
    for (const { instance, metatype } of this.discovery.getProviders()) {
      const declaration = subscriberDeclaration(metatype);
      if (declaration) this.add(declaration, instance as EventSubscriber);
    }
  }

  all(): RegisteredSubscriber[] {
    return [...this.subscribers.values()];
  }

  names(): string[] {
    return [...this.subscribers.keys()];
  }

  get(name: string): RegisteredSubscriber {
    return this.subscribers.get(name)!;
  }

  private add({ name, events }: SubscriberDeclaration, subscriber: EventSubscriber): void {
    if (!NAME.test(name)) throw new Error(`A subscriber's name is lower-case words and dots, not "${name}"`);
    if (this.subscribers.has(name)) throw new Error(`Two subscribers are named ${name}`);
    if (events !== 'all' && events.length === 0) throw new Error(`Subscriber ${name} names no events`);
    if (typeof (subscriber as Partial<EventSubscriber> | undefined)?.handle !== 'function') {
      throw new Error(`Subscriber ${name} has no handle method`);
    }
    const types = events === 'all' ? null : new Set(events.map((definition) => this.known(name, definition)));
    this.subscribers.set(name, { name, wants: (type) => types?.has(type) ?? true, subscriber });
  }

  /** A subscriber of an event that the catalogue does not list would never be called. */
  private known(subscriber: string, definition: EventDefinition): string {
    if (this.catalogue.has(definition)) return definition.name;
    throw new Error(
      `Subscriber ${subscriber} names ${definition.name}, which the event catalogue does not list`,
    );
  }
}
