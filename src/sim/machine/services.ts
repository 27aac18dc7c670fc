import type { SimServiceFacts } from '../types.js';
import { Service, type ServiceDefinition, type ServiceSurroundings } from './service.js';

/** The services of one boot: made as the machine gets on, started, stopped, and what the API may do with them. */
export class Services {
  readonly #services = new Map<string, Service>();
  readonly #around: (id: string) => ServiceSurroundings;

  constructor(around: (id: string) => ServiceSurroundings) {
    this.#around = around;
  }

  /** Makes services that are not there yet. */
  define(definitions: readonly ServiceDefinition[]): void {
    for (const definition of definitions) {
      if (!this.#services.has(definition.id)) {
        this.#services.set(definition.id, new Service(definition, this.#around(definition.id)));
      }
    }
  }

  list(): readonly Service[] {
    return [...this.#services.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  find(id: string): Service | undefined {
    return this.#services.get(id);
  }

  facts(): readonly SimServiceFacts[] {
    return this.list().map((service) => service.facts());
  }

  /** Starts services (all when none is named) and resolves when they are up. */
  async start(ids: readonly string[], signal: AbortSignal): Promise<void> {
    const services = this.#named(ids);
    for (const service of services) service.start();
    await Promise.all(services.map((service) => service.upCondition().wait(signal)));
  }

  async stop(ids: readonly string[]): Promise<void> {
    await Promise.all(this.#named(ids).map((service) => service.stop()));
  }

  /** What the API's start does. */
  requestStart(id: string): void {
    const service = this.#required(id);
    if (service.started) return;
    this.#allowed(service, 'start');
    service.start();
  }

  async requestStop(id: string): Promise<void> {
    const service = this.#required(id);
    if (!service.started) return;
    this.#allowed(service, 'stop');
    await service.stop();
  }

  async requestRestart(id: string): Promise<void> {
    const service = this.#required(id);
    if (!service.started) {
      this.requestStart(id);
      return;
    }
    this.#allowed(service, 'restart');
    await service.stop();
    service.start();
  }

  #named(ids: readonly string[]): readonly Service[] {
    return ids.flatMap((id) => this.#services.get(id) ?? []);
  }

  #required(id: string): Service {
    const service = this.#services.get(id);
    if (service === undefined) throw new Error(`service "${id}" not defined`);
    return service;
  }

  #allowed(service: Service, operation: string): void {
    if (!service.definition.controllable) {
      throw new Error(`service "${service.id}" doesn't support ${operation} operation via API`);
    }
  }
}
