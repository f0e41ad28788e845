import type { Terminal } from './terminal.ts'

/** Progress of a long command: a bar on a terminal, occasional lines elsewhere. */
export interface Progress {
  /** Shows that `done` of `total` are finished. */
  show(done: number, total: number): void
  /** Removes the bar, so that a line can be printed; the next `show` restores it. */
  clear(): void
}

const barWidth = 30

/** `subject` is the counted noun, e.g. `skills`. */
export function createProgress(terminal: Terminal, subject: string): Progress {
  const { screen } = terminal
  if (!screen) {
    return {
      show: (done, total) => terminal.note(`${done} of ${total} ${subject}`),
      clear: () => undefined,
    }
  }
  return {
    show: (done, total) => {
      const filled = total === 0 ? barWidth : Math.floor((done / total) * barWidth)
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
      screen.write(`\r\u001b[2K${bar} ${done} of ${total} ${subject}`)
    },
    clear: () => {
      screen.write('\r\u001b[2K')
    },
  }
}
