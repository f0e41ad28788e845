/** An error with its causes. */
export function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = []
  for (let one = error; one instanceof Error && chain.length < 10; one = one.cause) {
    chain.push(one, ...(one instanceof AggregateError ? one.errors : []))
  }
  return chain
}
