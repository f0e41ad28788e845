/** Where Temporal is, and how this server proves itself there. */
export interface TemporalSettings {
  /** host:port */
  readonly address: string
  readonly namespace: string
  readonly taskQueue: string
  readonly apiKey: string | undefined
  /** Undefined: a connection without TLS. */
  readonly tls: TemporalTls | undefined
}

/** Files are absolute. */
export interface TemporalTls {
  readonly serverName: string | undefined
  readonly caFile: string | undefined
  readonly certFile: string | undefined
  readonly keyFile: string | undefined
}
