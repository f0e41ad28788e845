/** Values by key, of which the ones used last are kept up to a number of bytes. */
export interface LargeCache<Value> {
  /** Requests at the same time make a value once. */
  get(key: string, make: () => Promise<Made<Value>>): Promise<Value>
}

export interface Made<Value> {
  readonly value: Value
  readonly bytes: number
  /** False for a value that the next request has to make again. */
  readonly keep: boolean
}

export function createLargeCache<Value>(maxBytes: number): LargeCache<Value> {
  const kept = new Map<string, { readonly value: Value; readonly bytes: number }>()
  const making = new Map<string, Promise<Value>>()
  let total = 0

  function keep(key: string, { value, bytes }: Made<Value>): void {
    kept.set(key, { value, bytes })
    total += bytes
    for (const [oldest, { bytes: freed }] of kept) {
      if (total <= maxBytes) break
      kept.delete(oldest)
      total -= freed
    }
  }

  return {
    get: (key, make) => {
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return Promise.resolve(known.value)
      }
      const started = making.get(key)
      if (started) return started
      const made = make()
        .then((result) => {
          if (result.keep) keep(key, result)
          return result.value
        })
        .finally(() => making.delete(key))
      making.set(key, made)
      return made
    },
  }
}
