interface ListedSkill {
  readonly name: string
  readonly digest: string
}

/** What a promotion does to one skill of production. */
export interface CollectionChange {
  readonly name: string
  readonly change: 'added' | 'changed' | 'removed'
  readonly digest: string | null
}

/** What is other in the second list, by name. Pure. */
export function collectionChanges(
  before: readonly ListedSkill[],
  after: readonly ListedSkill[],
): readonly CollectionChange[] {
  const had = new Map(before.map(({ name, digest }) => [name, digest]))
  const has = new Map(after.map(({ name, digest }) => [name, digest]))
  const names = [...new Set([...had.keys(), ...has.keys()])].toSorted()
  return names.flatMap((name) => {
    const digest = has.get(name) ?? null
    if (digest === (had.get(name) ?? null)) return []
    const change = digest === null ? 'removed' : had.has(name) ? 'changed' : 'added'
    return [{ name, change, digest }]
  })
}
