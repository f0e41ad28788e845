/** A real Temporal server of its own, with the namespace `default`. */
export interface TemporalServer {
  readonly address: string
  /** The output of Temporal's own command line, against this server. */
  temporal(...args: readonly string[]): string
  /** It keeps its connections and answers nothing until {@link TemporalServer.resume}. */
  pause(): void
  resume(): void
  /** `kill -9`. {@link TemporalServer.start} brings it back with its data. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export declare function startTemporalServer(): Promise<TemporalServer>
