import { type Kysely, sql } from 'kysely'

/** What the migrations of the target write themselves. */
const ownTable = 'schema_migrations'

/** The tables of an SQLite database, each after those whose rows its own belong to. */
export async function tablesInOrder(db: Kysely<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; parent: string | null }>`
    select t.name, f."table" as parent
    from sqlite_schema t left join pragma_foreign_key_list(t.name) f
    where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\' and t.name <> ${ownTable}
    order by t.name`.execute(db)
  const parents = new Map<string, Set<string>>()
  for (const { name, parent } of rows) {
    const known = parents.get(name) ?? new Set()
    parents.set(name, known)
    if (parent !== null && parent !== name) known.add(parent)
  }
  const ordered = new Set<string>()
  while (ordered.size < parents.size) {
    const ready = [...parents].filter(
      ([name, needs]) => !ordered.has(name) && [...needs].every((one) => ordered.has(one)),
    )
    if (ready.length === 0) throw new Error('Tables belong to each other in a circle.')
    for (const [name] of ready) ordered.add(name)
  }
  return [...ordered]
}
