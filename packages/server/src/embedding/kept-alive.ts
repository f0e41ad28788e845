/** The longest interval that Node takes. */
const longMs = 2 ** 31 - 1

/**
 * The same items. While the next one is waited for, the process stays alive: a turn may wait for a person, or for the lease of a
 * process that is gone, and no timer or connection of ours would keep it.
 */
export async function* keptAlive<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item, void> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await whileAlive(iterator.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    await iterator.return?.()
  }
}

async function whileAlive<Value>(waitedFor: Promise<Value>): Promise<Value> {
  const handle = setInterval(() => undefined, longMs)
  try {
    return await waitedFor
  } finally {
    clearInterval(handle)
  }
}
