import type { TenantId } from '../../base/ids.ts'

const maxTenants = 64

/** A value for each of the organisations whose value was set last. */
export class TenantCache<Value> {
  readonly #values = new Map<TenantId, Value>()

  get(id: TenantId): Value | undefined {
    return this.#values.get(id)
  }

  set(id: TenantId, value: Value): void {
    this.#values.delete(id)
    this.#values.set(id, value)
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= maxTenants) break
      this.#values.delete(oldest)
    }
  }

  delete(id: TenantId): void {
    this.#values.delete(id)
  }
}
