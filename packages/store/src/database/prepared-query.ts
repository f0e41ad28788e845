import type { Compilable } from 'kysely'
import { cachedTables, tablesRead } from './cached-tables.ts'
import type { QueryExecutor } from './query.ts'

/** Stands for a value in a query that is compiled once for all values. */
export class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

export type QueryParams = Readonly<Record<string, string | number>>

/**
 * A read whose SQL is the same for every value. `build` uses each parameter only as a value, as it is.
 * Composing and compiling a query costs many times what running it does.
 */
export interface PreparedQuery<Params extends QueryParams, Row> {
  readonly placeholders: Readonly<Record<keyof Params & string, Placeholder>>
  readonly build: (db: QueryExecutor, params: Params) => Compilable<Row>
}

export function preparedQuery<Params extends QueryParams, Row>(
  names: readonly (keyof Params & string)[],
  build: (db: QueryExecutor, params: Params) => Compilable<Row>,
): PreparedQuery<Params, Row> {
  const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)]))
  return { placeholders: placeholders as PreparedQuery<Params, Row>['placeholders'], build }
}

/**
 * Runs prepared queries composed on `template` with the connection of `kysely`; compiles each at its first use.
 */
export class PreparedQueries {
  readonly #kysely: QueryExecutor
  readonly #template: QueryExecutor
  readonly #compiled = new Map<unknown, ReturnType<Compilable['compile']>>()

  constructor(kysely: QueryExecutor, template: QueryExecutor) {
    this.#kysely = kysely
    this.#template = template
  }

  async rows<Params extends QueryParams, Row>(
    query: PreparedQuery<Params, Row>,
    values: QueryParams,
  ): Promise<readonly Row[]> {
    const compiled = this.#compile(query)
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? valueFor(parameter, values) : parameter,
    )
    const { rows } = await this.#kysely.executeQuery<Row>({
      ...(compiled as ReturnType<Compilable<Row>['compile']>),
      parameters,
    })
    return rows
  }

  #compile<Params extends QueryParams, Row>(query: PreparedQuery<Params, Row>) {
    const known = this.#compiled.get(query)
    if (known) return known
    // Placeholders stand for values and only pretend to have their type.
    const compiled = query.build(this.#template, query.placeholders as unknown as Params).compile()
    if ('toValue' in query) refuseUnwatchedTables(compiled.sql)
    this.#compiled.set(query, compiled)
    return compiled
  }
}

function valueFor({ name }: Placeholder, values: QueryParams): string | number {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined) throw new Error(`The query has no value for "${name}".`)
  return value
}

/** A query whose rows are cached names only tables that are watched for changes. */
function refuseUnwatchedTables(sql: string): void {
  const unwatched = tablesRead(sql).find((table) => !cachedTables.has(table))
  if (unwatched !== undefined) throw new Error(`Rows of "${unwatched}" must not be cached.`)
}
