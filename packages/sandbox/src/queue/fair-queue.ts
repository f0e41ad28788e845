/** A round-robin queue: FIFO per key, keys in turns, so that one key's backlog delays nobody else. */
export class FairQueue<Item> {
  /** In round-robin order: the key served last is at the end. */
  readonly #queues = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  push(key: string, item: Item): void {
    const queue = this.#queues.get(key)
    if (queue) queue.push(item)
    else this.#queues.set(key, [item])
    this.#size += 1
  }

  shift(): Item | undefined {
    const next = this.#queues.entries().next()
    if (next.done) return undefined
    const [key, queue] = next.value
    const item = queue.shift()
    this.#queues.delete(key)
    if (queue.length > 0) this.#queues.set(key, queue)
    this.#size -= 1
    return item
  }

  /** False when the item is not queued. */
  remove(key: string, item: Item): boolean {
    const queue = this.#queues.get(key)
    const at = queue?.indexOf(item) ?? -1
    if (!queue || at < 0) return false
    queue.splice(at, 1)
    if (queue.length === 0) this.#queues.delete(key)
    this.#size -= 1
    return true
  }
}
