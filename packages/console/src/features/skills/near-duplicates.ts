import type { SkillListItem } from '@repertoire/protocol'

/** A row of the list. */
export interface ListedSkill {
  readonly skill: SkillListItem
  /** How many near-duplicates of it were found, too. */
  readonly alike: number
}

/** The skills that stand for themselves, each with its near-duplicates below where it is expanded. */
export function groupNearDuplicates(
  items: readonly SkillListItem[],
  expanded: ReadonlySet<string>,
): readonly ListedSkill[] {
  const duplicates = new Map<string, SkillListItem[]>()
  for (const item of items) {
    const of = item.near_duplicate_of
    if (of !== undefined) duplicates.set(of, [...(duplicates.get(of) ?? []), item])
  }
  return items
    .filter((skill) => skill.near_duplicate_of === undefined)
    .flatMap((skill) => {
      const alike = duplicates.get(skill.id) ?? []
      const below = expanded.has(skill.id) ? alike : []
      return [{ skill, alike: alike.length }, ...below.map((one) => ({ skill: one, alike: 0 }))]
    })
}
