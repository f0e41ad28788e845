import type { Timers } from './timers.ts'

export interface RepeatedTaskOptions {
  readonly timers: Pick<Timers, 'every'>
  readonly intervalMs: number
  /** Asks between its steps whether it was stopped. */
  readonly work: (isStopped: () => boolean) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Work that is repeated until it is stopped, and never under way twice in this process. */
export interface RepeatedTask {
  /** Works now, and then at every interval. */
  start(): void
  /** Works now. While it is at it, waits for that instead. */
  run(): Promise<void>
  /** Resolves when it is not at work. */
  idle(): Promise<void>
  /** Does not begin again, and waits for the step at hand. */
  stop(): Promise<void>
}

export function createRepeatedTask(options: RepeatedTaskOptions): RepeatedTask {
  const { timers, intervalMs, work, onError } = options
  let running: Promise<void> | undefined
  let stopped = false
  let stopTimer = () => {}

  function run(): Promise<void> {
    running ??= work(() => stopped)
      .catch(onError)
      .finally(() => {
        running = undefined
      })
    return running
  }

  function tick(): void {
    if (!stopped) void run()
  }

  return {
    start: () => {
      stopTimer = timers.every(intervalMs, tick)
      tick()
    },
    run,
    idle: async () => running,
    stop: async () => {
      stopped = true
      stopTimer()
      await running
    },
  }
}
