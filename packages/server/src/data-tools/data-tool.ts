import type { Config } from '../setup/config/config.ts'

/** A tool for the data of a server, run where the data is; it asks no server. */
export interface DataTool {
  readonly config: Config
  /** After the name of the tool. */
  readonly argument: string
  readonly print: (line: string) => void
}
