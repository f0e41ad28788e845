/** Delays and intervals in milliseconds. Never keep the process alive. */
export interface Timers {
  /** Returns how to stop. */
  every(milliseconds: number, task: () => void): () => void
  /** Resolves after the time, or at once when the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

export const systemTimers: Timers = {
  every: (milliseconds, task) => {
    const timer = setInterval(task, milliseconds)
    timer.unref()
    return () => clearInterval(timer)
  },
  wait: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      timer.unref()
      signal.addEventListener('abort', done)
    }),
}
