/**
 * Calls `work` for every input, at most `atOnce` at a time, and yields the results in order. When `work` throws, or the
 * caller stops, no further call begins.
 */
export async function* inOrder<Input, Output>(
  inputs: readonly Input[],
  atOnce: number,
  work: (input: Input) => Promise<Output>,
): AsyncGenerator<Output> {
  const running: Promise<Output>[] = []
  let next = 0
  while (next < inputs.length || running.length > 0) {
    while (next < inputs.length && running.length < atOnce) {
      const started = work(inputs[next] as Input)
      // It is awaited below; until then its failure is not unhandled.
      started.catch(() => undefined)
      running.push(started)
      next += 1
    }
    yield await (running.shift() as Promise<Output>)
  }
}
