import type { Terminal } from './terminal.ts'

/** How far a long command is: a bar where there is a screen, a plain line now and then elsewhere. */
export interface Progress {
  /** Shows that `done` of `total` are through. */
  show(done: number, total: number): void
  /** Takes the bar off the screen, so that a line can be printed; the next `show` brings it back. */
  clear(): void
}

const barWidth = 30

/** `subject` is what is counted, e.g. `skills`. */
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
