import { spawn } from 'node:child_process'
import { styleText } from 'node:util'
import { withoutCommands } from './sanitize-text.ts'

type Format = Parameters<typeof styleText>[0]

/** The output of a command: results on `out`, everything else on `note`. */
export interface Terminal {
  /** A line on stdout. */
  out(line: string): void
  /** A line on stderr. */
  note(line: string): void
  /** Text as it is, without a line break: for answers that arrive in pieces. */
  write(text: string): void
  /** Lines on stdout; through $PAGER when stdout is a terminal and has fewer rows. */
  page(lines: readonly string[]): Promise<void>
  /** Colours text if stdout is a terminal and NO_COLOR is not set. */
  paint(format: Format, text: string): string
  /** Columns of the terminal; 80 without one. */
  readonly columns: number
  /** What a line of results may have: the columns of a terminal, and any number elsewhere. */
  readonly lineWidth: number
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
      process.stdout.write(`${withoutCommands(line)}\n`)
    },
    write: (text) => {
      process.stdout.write(withoutCommands(text))
    },
    page: (lines) => writePaged(lines, process),
    note: (line) => {
      process.stderr.write(`${withoutCommands(line)}\n`)
    },
    paint: (format, text) => styleText(format, text, { stream: process.stdout }),
    columns: process.stdout.columns || 80,
    lineWidth: process.stdout.isTTY ? process.stdout.columns || 80 : Number.POSITIVE_INFINITY,
    screen: process.stderr.isTTY ? process.stderr : undefined,
  }
}

async function writePaged(lines: readonly string[], process: NodeJS.Process): Promise<void> {
  const { stdout, env } = process
  const text = lines.map((line) => `${withoutCommands(line)}\n`).join('')
  const [program, ...args] = (env.PAGER ?? '').split(/\s+/).filter((part) => part !== '')
  const fits = !stdout.isTTY || lines.length < (stdout.rows || Number.POSITIVE_INFINITY)
  if (fits || program === undefined || program === 'cat') {
    stdout.write(text)
    return
  }
  const shown = await new Promise<boolean>((resolve) => {
    // Colours pass, and what fits on a screen is not held.
    const child = spawn(program, args, {
      env: { LESS: 'FRX', ...env },
      stdio: ['pipe', 'inherit', 'inherit'],
    })
    child.on('error', () => resolve(false)).on('close', () => resolve(true))
    // A person may leave the pager before its end.
    child.stdin.on('error', () => undefined).end(text)
  })
  if (!shown) stdout.write(text)
}
