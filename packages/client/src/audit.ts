import { Resource } from './resource.ts'

/** Entries at `from` or later, and before `to`; times in ISO 8601. */
export interface AuditSpanQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The audit log. */
export class AuditResource extends Resource {
  readonly list = this.call('get', '/api/v1/audit')

  /** JSON lines, oldest first: an `AuditExportHeader`, then entries. */
  async export(query: AuditSpanQuery = {}): Promise<ReadableStream<Uint8Array>> {
    const headers = { accept: 'application/x-ndjson' }
    const { body } = await this.transport.raw('/api/v1/audit/export', {
      query: { ...query },
      headers,
    })
    if (!body) throw new Error('the server sent no audit log')
    return body
  }
}
