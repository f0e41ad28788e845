import type { AuditPage } from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import type { Transport } from './transport.ts'

export interface AuditQuery extends PageQuery {
  readonly action?: string | undefined
  readonly target?: string | undefined
  readonly trace_id?: string | undefined
}

/** The audit log. */
export class AuditResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(query: AuditQuery = {}): Promise<AuditPage> {
    return this.#transport.json('/api/v1/audit', { query: { ...query } })
  }
}
