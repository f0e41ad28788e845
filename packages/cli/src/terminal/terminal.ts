import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** Where a command speaks: results on `out`, everything about getting there on `note`. */
export interface Terminal {
  /** A line on stdout. */
  out(line: string): void
  /** A line on stderr. */
  note(line: string): void
  /** Coloured where stdout is a terminal and the person has not said NO_COLOR. */
  paint(format: Format, text: string): string
  /** Columns of the screen; 80 where there is none. */
  readonly columns: number
  /** The screen on stderr for something that is redrawn; undefined where there is none. */
  readonly screen: NodeJS.WriteStream | undefined
}

/** The terminal of a process. A reader that leaves early (`| head`) ends the process quietly. */
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
