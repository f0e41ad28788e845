import type { IntegrationList, IntegrationResult } from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

/** Integrations and the skills they bring. */
export class IntegrationsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(): Promise<IntegrationList> {
    return this.#transport.json('/api/v1/integrations')
  }

  /** Brings its skills in for yourself or everybody, or up to its version; an outcome a skill. */
  setUp(domain: string, scope: 'org' | 'user'): Promise<IntegrationResult> {
    const path = `/api/v1/integrations/${segment(domain)}/setup`
    return this.#transport.json(path, { method: 'POST', body: { scope } })
  }

  /** Takes it away with those of its skills that nobody edited. */
  remove(domain: string, scope: 'org' | 'user'): Promise<IntegrationResult> {
    const path = `/api/v1/integrations/${segment(domain)}`
    return this.#transport.json(path, { method: 'DELETE', query: { scope } })
  }
}
