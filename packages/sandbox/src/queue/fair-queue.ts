/**
 * A round-robin queue: FIFO per key, keys in turns, so that one key's backlog delays nobody else. For keys
 * `group/member`, groups take turns, and the members of a group among themselves.
 */
export class FairQueue<Item> {
  /** By group and key, both in round-robin order: the one served last is at the end. */
  readonly #groups = new Map<string, Map<string, Item[]>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  push(key: string, item: Item): void {
    const group = groupOf(key)
    const keys = this.#groups.get(group) ?? new Map<string, Item[]>()
    this.#groups.set(group, keys)
    const queue = keys.get(key)
    if (queue) queue.push(item)
    else keys.set(key, [item])
    this.#size += 1
  }

  /** Takes the next item, passing over keys that `mayTake` rejects. Undefined when there is none. */
  shift(mayTake: (key: string) => boolean = () => true): Item | undefined {
    for (const [group, keys] of this.#groups) {
      const key = [...keys.keys()].find(mayTake)
      if (key === undefined) continue
      const queue = keys.get(key) ?? []
      const item = queue.shift()
      keys.delete(key)
      if (queue.length > 0) keys.set(key, queue)
      this.#groups.delete(group)
      if (keys.size > 0) this.#groups.set(group, keys)
      this.#size -= 1
      return item
    }
    return undefined
  }

  /** False when the item is not queued. */
  remove(key: string, item: Item): boolean {
    const keys = this.#groups.get(groupOf(key))
    const queue = keys?.get(key)
    const at = queue?.indexOf(item) ?? -1
    if (!keys || !queue || at < 0) return false
    queue.splice(at, 1)
    if (queue.length === 0) keys.delete(key)
    if (keys.size === 0) this.#groups.delete(groupOf(key))
    this.#size -= 1
    return true
  }
}

/** The group of a key `group/member`; any other key is its own. */
export function groupOf(key: string): string {
  return key.split('/', 1)[0] ?? key
}
