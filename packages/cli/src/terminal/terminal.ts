import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** The output of a command: results on `out`, everything else on `note`. */
export interface Terminal {
  /** A line on stdout. */
  out(line: string): void
  /** A line on stderr. */
  note(line: string): void
  /** Colours text if stdout is a terminal and NO_COLOR is not set. */
  paint(format: Format, text: string): string
  /** Columns of the terminal; 80 without one. */
  readonly columns: number
  /** stderr for redrawn output; undefined unless it is a terminal. */
  readonly screen: NodeJS.WriteStream | undefined
}

/** The terminal of a process. EPIPE (`| head`) ends the process quietly. */
export function processTerminal(process: NodeJS.Process): Terminal {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
  return {
    out: (line) => {
      process.stdout.write(`${line}\n`)
    },
    note: (line) => {
      process.stderr.write(`${line}\n`)
    },
    paint: (format, text) => styleText(format, text, { stream: process.stdout }),
    columns: process.stdout.columns || 80,
    screen: process.stderr.isTTY ? process.stderr : undefined,
  }
}
