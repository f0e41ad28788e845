import type { PreparedQueries, PreparedQuery, QueryParams } from './prepared-query.ts'
import type { ReadCache } from './read-cache.ts'

/**
 * A prepared query for at most one row, of `cachedTables` only, with a cached value. Callers must not change
 * the value.
 */
export interface CachedQuery<Params extends QueryParams, Row, Value>
  extends PreparedQuery<Params, Row> {
  readonly id: number
  readonly names: readonly (keyof Params & string)[]
  readonly toValue: (row: Row) => Value
}

let queries = 0

export function cachedQuery<Params extends QueryParams, Row extends object, Value>(
  query: PreparedQuery<Params, Row>,
  toValue: (row: Row) => Value,
): CachedQuery<Params, Row, Value> {
  queries += 1
  const names = Object.keys(query.placeholders) as (keyof Params & string)[]
  return { ...query, id: queries, names, toValue }
}

/** Reads the uncached ones of many values in one query. */
export type ReadRows<Params, Row> = (
  missing: readonly Params[],
) => Promise<readonly (readonly [given: Params, row: Row])[]>

/** Cached queries of one scope, which is part of every key. Without a cache every query reads the database. */
export class CachedQueries {
  readonly #queries: PreparedQueries
  readonly #cache: ReadCache | undefined
  readonly #scope: QueryParams

  constructor(queries: PreparedQueries, cache: ReadCache | undefined, scope: QueryParams) {
    this.#queries = queries
    this.#cache = cache
    this.#scope = scope
  }

  /**
   * Null if there is no such row. That is cached for a query without parameters alone, so that requests for absent rows
   * use no memory.
   */
  async one<Params extends QueryParams, Row extends object, Value>(
    query: CachedQuery<Params, Row, Value>,
    given: Params,
  ): Promise<Value | null> {
    const version = this.#cache?.refresh()
    const known = this.#cache?.get(this.#keyOf(query, given))
    if (known !== undefined) return known as Value | null
    const [row] = await this.#queries.rows(query, { ...given, ...this.#scope })
    if (row) return this.#keep(query, { given, row, version })
    if (version !== undefined && query.names.length === 0) {
      this.#cache?.set(this.#keyOf(query, given), { value: null, weight: baseWeight }, version)
    }
    return null
  }

  /** Unordered, without absent rows. */
  async many<Params extends QueryParams, Row extends object, Value>(
    query: CachedQuery<Params, Row, Value>,
    given: readonly Params[],
    read: ReadRows<Params, Row>,
  ): Promise<readonly Value[]> {
    const version = this.#cache?.refresh()
    const values: Value[] = []
    const missing: Params[] = []
    for (const one of given) {
      const known = this.#cache?.get(this.#keyOf(query, one))
      if (known === undefined) missing.push(one)
      else values.push(known as Value)
    }
    if (missing.length === 0) return values
    for (const [one, row] of await read(missing)) {
      values.push(this.#keep(query, { given: one, row, version }))
    }
    return values
  }

  /** Unambiguous for all values: each is preceded by its length. */
  #keyOf({ id, names }: { id: number; names: readonly string[] }, given: QueryParams): string {
    let key = `${id}`
    for (const part in this.#scope) key += keyPart(this.#scope[part])
    for (const name of names) key += keyPart(given[name])
    return key
  }

  #keep<Params extends QueryParams, Row extends object, Value>(
    query: CachedQuery<Params, Row, Value>,
    { given, row, version }: { given: Params; row: Row; version: number | undefined },
  ): Value {
    const value = query.toValue(row)
    if (version === undefined) return value
    this.#cache?.set(this.#keyOf(query, given), { value, weight: weightOf(row) }, version)
    return value
  }
}

function keyPart(value: string | number | undefined): string {
  const text = String(value)
  return `:${text.length}:${text}`
}

/** Weight of a value without its texts. */
const baseWeight = 500

function weightOf(row: object): number {
  let weight = baseWeight
  for (const value of Object.values(row)) if (typeof value === 'string') weight += value.length
  return weight
}
