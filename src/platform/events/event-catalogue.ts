import type { EventDefinition } from './define-event';

/** Every event of the service, by name. Two definitions with one name stop the start. */
export class EventCatalogue {
  private readonly byName = new Map<string, EventDefinition>();

  constructor(definitions: readonly EventDefinition[]) {
    for (const definition of definitions) {
      const { name } = definition;
      if (this.byName.has(name)) throw new Error(`Two events are named ${name}`);
      this.byName.set(name, definition);
    }
  }

  all(): EventDefinition[] {
    return [...this.byName.values()];
  }

  get(name: string): EventDefinition | undefined {
    return this.byName.get(name);
  }

  has(definition: EventDefinition): boolean {
    return this.byName.get(definition.name) === definition;
  }
}
