import type { RoutingAnswer, RoutingOptionsBody, RoutingQuestion } from '@repertoire/protocol'
import type { Transport } from './transport.ts'

/** How skills are chosen for a turn. */
export class RoutingResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Which skills a message would be offered, and why; with `skill`, why that one is there or is not. */
  explain(question: RoutingQuestion): Promise<RoutingAnswer> {
    return this.#transport.json('/api/v1/routing/explain', { method: 'POST', body: question })
  }

  options(): Promise<RoutingOptionsBody> {
    return this.#transport.json('/api/v1/routing/options')
  }
}
