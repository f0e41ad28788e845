/** Rejects with the signal's reason when it aborts, even when the work ignores the signal. */
export async function rejectOnAbort<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  let stop = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
