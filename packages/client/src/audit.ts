import type { AuditPage } from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import type { Transport } from './transport.ts'

export interface AuditQuery extends PageQuery {
  readonly action?: string | undefined
  readonly target?: string | undefined
  readonly trace_id?: string | undefined
  readonly actor?: string | undefined
  /** The noun with which an action begins. */
  readonly kind?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Entries at `from` or later, and before `to`; times in ISO 8601. */
export interface AuditSpanQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
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

  /** JSON lines, oldest first: an `AuditExportHeader`, then entries. */
  async export(query: AuditSpanQuery = {}): Promise<ReadableStream<Uint8Array>> {
    const headers = { accept: 'application/x-ndjson' }
    const { body } = await this.#transport.raw('/api/v1/audit/export', {
      query: { ...query },
      headers,
    })
    if (!body) throw new Error('the server sent no audit log')
    return body
  }
}
