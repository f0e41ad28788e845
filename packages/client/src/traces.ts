import type { OtlpTrace, TraceBody, TraceList } from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import { segment, type Transport } from './transport.ts'

/** Traces. */
export class TracesResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Turns that started in a time range (RFC 3339), of an agent, a status or a caller's reference. */
  list(
    query: PageQuery & {
      readonly from?: string
      readonly to?: string
      readonly reference?: string
      readonly agent?: string
      /** Newest first without it; otherwise those first that took most. */
      readonly order?: 'started' | 'duration' | 'tokens' | 'cost' | 'steps'
      readonly status?: TraceList['items'][number]['status']
    },
  ): Promise<TraceList> {
    return this.#transport.json('/api/v1/traces', { query: { ...query } })
  }

  get(traceId: string): Promise<TraceBody> {
    return this.#transport.json(`/api/v1/traces/${segment(traceId)}`)
  }

  /** Finished turns as OTLP/JSON; messages, arguments and results only with `contents`. */
  otlp(traceId: string, { contents = false }: { contents?: boolean } = {}): Promise<OtlpTrace> {
    const path = `/api/v1/traces/${segment(traceId)}/otlp`
    return this.#transport.json(path, contents ? { query: { contents: 'true' } } : {})
  }
}
