import type { ExecutionBody, ExecutionEvent } from '@repertoire/protocol'

/** What following needs of the API. */
export interface ExecutionSource {
  follow(id: string, options: { readonly signal: AbortSignal }): AsyncIterable<ExecutionEvent>
  get(id: string): Promise<ExecutionBody>
}

interface Following {
  readonly source: ExecutionSource
  readonly signal: AbortSignal
  readonly onEvent: (event: ExecutionEvent) => void
  /** It is told from its beginning again. */
  readonly onRestart: () => void
  /** Waits before another try. */
  readonly pause: () => Promise<void>
}

/** Stays with an execution until it has ended; a stream that breaks off is taken up again from the record. */
export async function followExecution(id: string, following: Following): Promise<void> {
  const { source, signal, onEvent, onRestart, pause } = following
  while (!signal.aborted) {
    if ((await readToEnd(id, following)) || signal.aborted) return
    const execution = await source.get(id).catch(whenUnreachable(null))
    onRestart()
    if (execution && execution.finished_at !== null) {
      return onEvent({ event: 'end', data: execution })
    }
    await pause()
  }
}

/** False when the stream broke off before the end. */
async function readToEnd(id: string, { source, signal, onEvent }: Following): Promise<boolean> {
  try {
    for await (const event of source.follow(id, { signal })) {
      onEvent(event)
      if (event.event === 'end') return true
    }
    return false
  } catch (error) {
    if (signal.aborted) return false
    return whenUnreachable(false)(error)
  }
}

/** A connection that went is tried again; every other failure is the server's own answer. */
function whenUnreachable<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof TypeError) return value
    throw error
  }
}
