/** Where Temporal is, and how this server proves itself there. */
export interface TemporalSettings {
  /** host:port */
  readonly address: string
  readonly namespace: string
  readonly taskQueue: string
  /** Whether this process executes runs itself. */
  readonly worker: boolean
  /** Whether it executes also the scripts of skills. */
  readonly runsScripts: boolean
  /** How much of a run one activity does: an action, or all until a person is asked or the run is over. */
  readonly activity: 'action' | 'segment'
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
