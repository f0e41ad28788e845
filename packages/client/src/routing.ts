import type { RoutingAnswer, RoutingOptionsBody, RoutingQuestion } from '@repertoire/protocol'
import type { Transport } from './transport.ts'

/** How skills are chosen for a turn. */
export class RoutingResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Explains which skills are offered for a message; with `skill`, why that one is or is not. */
  explain(question: RoutingQuestion): Promise<RoutingAnswer> {
    return this.#transport.json('/api/v1/routing/explain', { method: 'POST', body: question })
  }

  options(): Promise<RoutingOptionsBody> {
    return this.#transport.json('/api/v1/routing/options')
  }
}
