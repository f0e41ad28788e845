import type { Compilable } from 'kysely'
import type { Query } from './query.ts'

/** Stands for a value where a query is compiled once for all values. */
export class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

export type Values = Readonly<Record<string, string | number>>

/**
 * A read whose text is the same for every value: what `build` is given belongs in places of values only,
 * each used as it is. Composing and compiling a query costs many times what running it does.
 */
export interface FixedQuery<Given extends Values, Row> {
  readonly slots: Readonly<Record<keyof Given & string, Slot>>
  readonly build: (db: Query, given: Given) => Compilable<Row>
}

export function fixedQuery<Given extends Values, Row>(
  names: readonly (keyof Given & string)[],
  build: (db: Query, given: Given) => Compilable<Row>,
): FixedQuery<Given, Row> {
  const slots = Object.fromEntries(names.map((name) => [name, new Slot(name)]))
  return { slots: slots as FixedQuery<Given, Row>['slots'], build }
}

/** Runs fixed queries composed on `template` by the connection of `kysely`, compiling each at its first use. */
export class FixedQueries {
  readonly #kysely: Query
  readonly #template: Query
  readonly #compiled = new Map<unknown, ReturnType<Compilable['compile']>>()

  constructor(kysely: Query, template: Query) {
    this.#kysely = kysely
    this.#template = template
  }

  async rows<Given extends Values, Row>(
    query: FixedQuery<Given, Row>,
    values: Values,
  ): Promise<readonly Row[]> {
    const compiled = this.#compile(query)
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? valueFor(parameter, values) : parameter,
    )
    const { rows } = await this.#kysely.executeQuery<Row>({
      ...(compiled as ReturnType<Compilable<Row>['compile']>),
      parameters,
    })
    return rows
  }

  #compile<Given extends Values, Row>(query: FixedQuery<Given, Row>) {
    const known = this.#compiled.get(query)
    if (known) return known
    // Slots take the places of values, whose type they only pretend to have.
    const compiled = query.build(this.#template, query.slots as unknown as Given).compile()
    this.#compiled.set(query, compiled)
    return compiled
  }
}

function valueFor({ name }: Slot, values: Values): string | number {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined) throw new Error(`The query has no value for "${name}".`)
  return value
}
