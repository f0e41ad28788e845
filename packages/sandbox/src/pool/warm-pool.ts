/** A resource that takes time to start and is used once. */
export interface SingleUse {
  /** Rejects when it cannot start. */
  readonly ready: Promise<void>
  /** Resolves when it has ended, even unused. */
  readonly ended: Promise<unknown>
  discard(): Promise<void>
}

export interface WarmPoolOptions<Kind, Item extends SingleUse> {
  readonly start: (kind: Kind) => Item
  /** Items of this kind kept warm, once one was requested. */
  readonly size: (kind: Kind) => number
  /** Kinds kept at all; the least recently used go first. */
  readonly maxKinds: number
  /** Milliseconds after which an unused kind is discarded. */
  readonly idleMs: number
}

interface KindPool<Kind, Item> {
  readonly kind: Kind
  readonly items: Set<Item>
  lastUsedAt: number
}

/** Keeps warm items of each kind. Taking one starts its successor in the background. */
export class WarmPool<Kind, Item extends SingleUse> {
  readonly #options: WarmPoolOptions<Kind, Item>
  /** In order of last use. */
  readonly #pools = new Map<string, KindPool<Kind, Item>>()
  readonly #discarding = new Set<Promise<void>>()
  readonly #reaper: NodeJS.Timeout
  #closed = false

  constructor(options: WarmPoolOptions<Kind, Item>) {
    this.#options = options
    this.#reaper = setInterval(() => this.reap(), Math.max(10, options.idleMs / 4))
    this.#reaper.unref()
  }

  /** Warm items of all kinds. */
  get waiting(): number {
    return [...this.#pools.values()].reduce((sum, { items }) => sum + items.size, 0)
  }

  /** Returns the oldest warm item, or a new one. The caller discards it. */
  take(kind: Kind): Item {
    const kindPool = this.#poolOf(kind)
    const [first] = kindPool.items
    if (first) kindPool.items.delete(first)
    const item = first ?? this.#options.start(kind)
    // Refills once this item is ready, so that nobody waits for the refill.
    void item.ready.then(
      () => this.#refill(kindPool),
      () => undefined,
    )
    return item
  }

  /** Discards unused kinds. */
  reap(): void {
    const before = performance.now() - this.#options.idleMs
    for (const [key, kindPool] of this.#pools)
      if (kindPool.lastUsedAt <= before) this.#drop(key, kindPool)
  }

  /** Discards all items; resolves when all have ended. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#reaper)
    for (const [key, kindPool] of this.#pools) this.#drop(key, kindPool)
    while (this.#discarding.size > 0) await Promise.allSettled(this.#discarding)
  }

  #poolOf(kind: Kind): KindPool<Kind, Item> {
    const key = JSON.stringify(kind)
    const kindPool = this.#pools.get(key) ?? { kind, items: new Set<Item>(), lastUsedAt: 0 }
    this.#pools.delete(key)
    if (!this.#closed) this.#pools.set(key, kindPool)
    kindPool.lastUsedAt = performance.now()
    for (const [oldKey, old] of this.#pools) {
      if (this.#pools.size <= this.#options.maxKinds) break
      this.#drop(oldKey, old)
    }
    return kindPool
  }

  #refill(kindPool: KindPool<Kind, Item>): void {
    while (this.#isKept(kindPool) && kindPool.items.size < this.#options.size(kindPool.kind)) {
      const item = this.#options.start(kindPool.kind)
      kindPool.items.add(item)
      // An item that dies while warm, or never starts, is replaced only at the next request: its cause would
      // kill successors just as fast.
      const onEnded = (): void => {
        if (kindPool.items.delete(item)) this.#discard(item)
      }
      void item.ended.then(onEnded, onEnded)
    }
  }

  #isKept(kindPool: KindPool<Kind, Item>): boolean {
    return !this.#closed && [...this.#pools.values()].includes(kindPool)
  }

  #drop(key: string, kindPool: KindPool<Kind, Item>): void {
    this.#pools.delete(key)
    for (const item of kindPool.items) this.#discard(item)
    kindPool.items.clear()
  }

  #discard(item: Item): void {
    const leaving = item.discard().finally(() => this.#discarding.delete(leaving))
    leaving.catch(() => undefined)
    this.#discarding.add(leaving)
  }
}
