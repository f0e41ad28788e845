import type { Logger } from 'pino'
import type { ExternalRequest } from '../../platform/proxy/external-request.ts'

/** Variables that middleware sets for the handlers of a request. */
export interface RequestVariables {
  readonly external: ExternalRequest
  readonly requestId: string
  readonly traceId: string
  /** The span of that trace that sent the request: 16 hex digits. */
  readonly parentSpanId: string | undefined
  /** The request ended because this server stops, which is no failure. */
  readonly stopped: true | undefined
  /** Made when something is logged. */
  readonly log: () => Logger
}

/** Hono's type parameter for every app of this server. */
export interface HttpEnvironment {
  Variables: RequestVariables
}
