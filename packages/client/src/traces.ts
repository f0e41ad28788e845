import type { OtlpTrace } from '@repertoire/protocol'
import { Resource } from './resource.ts'
import { segment } from './transport.ts'

/** Traces. */
export class TracesResource extends Resource {
  /** Turns that started in a time range (RFC 3339), of an agent, a status or a caller's reference. */
  readonly list = this.call('get', '/api/v1/traces')
  readonly get = this.call('get', '/api/v1/traces/{trace_id}')

  /** Finished turns as OTLP/JSON; messages, arguments and results only with `contents`. */
  otlp(traceId: string, { contents = false }: { contents?: boolean } = {}): Promise<OtlpTrace> {
    const path = `/api/v1/traces/${segment(traceId)}/otlp`
    return this.transport.json(path, contents ? { query: { contents: 'true' } } : {})
  }
}
