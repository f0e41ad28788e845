/** Something that takes a while to start and serves once. */
export interface OneShot {
  /** Rejects when it could not be started. */
  readonly ready: Promise<void>
  /** Resolves when it is no more, even if nobody has used it. */
  readonly ended: Promise<unknown>
  discard(): Promise<void>
}

export interface WarmPoolOptions<Kind, Item extends OneShot> {
  readonly start: (kind: Kind) => Item
  /** How many of this kind are kept ready once it was asked for. */
  readonly size: (kind: Kind) => number
  /** How many kinds are kept at all; those that were not asked for longest go first. */
  readonly mostKinds: number
  /** Milliseconds after which a kind nobody asks for is let go. */
  readonly idleMs: number
}

interface Shelf<Kind, Item> {
  readonly kind: Kind
  readonly items: Set<Item>
  askedAt: number
}

/** Keeps a few of each kind started ahead. Taking one starts its successor in the background. */
export class WarmPool<Kind, Item extends OneShot> {
  readonly #options: WarmPoolOptions<Kind, Item>
  /** In the order in which they were last asked for. */
  readonly #shelves = new Map<string, Shelf<Kind, Item>>()
  readonly #leaving = new Set<Promise<void>>()
  readonly #reaper: NodeJS.Timeout
  #closed = false

  constructor(options: WarmPoolOptions<Kind, Item>) {
    this.#options = options
    this.#reaper = setInterval(() => this.reap(), Math.max(10, options.idleMs / 4))
    this.#reaper.unref()
  }

  /** Started and waiting, of all kinds. */
  get waiting(): number {
    return [...this.#shelves.values()].reduce((sum, { items }) => sum + items.size, 0)
  }

  /** The one that was started first; a new one when there is none. The caller discards it. */
  take(kind: Kind): Item {
    const shelf = this.#shelfOf(kind)
    const [first] = shelf.items
    if (first) shelf.items.delete(first)
    const item = first ?? this.#options.start(kind)
    // Once this one runs, what is missing is started beside it, so that nobody waits for the refill.
    void item.ready.then(
      () => this.#refill(shelf),
      () => undefined,
    )
    return item
  }

  /** Lets go of the kinds nobody has asked for in a while. */
  reap(): void {
    const before = performance.now() - this.#options.idleMs
    for (const [key, shelf] of this.#shelves) if (shelf.askedAt <= before) this.#drop(key, shelf)
  }

  /** Lets go of all; resolves when none is left, neither of these nor of those let go before. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#reaper)
    for (const [key, shelf] of this.#shelves) this.#drop(key, shelf)
    while (this.#leaving.size > 0) await Promise.allSettled(this.#leaving)
  }

  #shelfOf(kind: Kind): Shelf<Kind, Item> {
    const key = JSON.stringify(kind)
    const shelf = this.#shelves.get(key) ?? { kind, items: new Set<Item>(), askedAt: 0 }
    this.#shelves.delete(key)
    if (!this.#closed) this.#shelves.set(key, shelf)
    shelf.askedAt = performance.now()
    for (const [oldKey, old] of this.#shelves) {
      if (this.#shelves.size <= this.#options.mostKinds) break
      this.#drop(oldKey, old)
    }
    return shelf
  }

  #refill(shelf: Shelf<Kind, Item>): void {
    while (this.#isKept(shelf) && shelf.items.size < this.#options.size(shelf.kind)) {
      const item = this.#options.start(shelf.kind)
      shelf.items.add(item)
      // One that dies while it waits, or never starts, is not replaced before the next is asked for:
      // whatever kills it would kill its successors as fast as they come.
      const lose = (): void => {
        if (shelf.items.delete(item)) this.#leave(item)
      }
      void item.ended.then(lose, lose)
    }
  }

  #isKept(shelf: Shelf<Kind, Item>): boolean {
    return !this.#closed && [...this.#shelves.values()].includes(shelf)
  }

  #drop(key: string, shelf: Shelf<Kind, Item>): void {
    this.#shelves.delete(key)
    for (const item of shelf.items) this.#leave(item)
    shelf.items.clear()
  }

  #leave(item: Item): void {
    const leaving = item.discard().finally(() => this.#leaving.delete(leaving))
    leaving.catch(() => undefined)
    this.#leaving.add(leaving)
  }
}
