import type { UserId } from '../../base/ids.ts'
import type { SearchableSkill } from '../../ports/skills.ts'
import type { SearchText } from './fields.ts'
import type { SegmentBuilder } from './segment-builder.ts'
import { ownerOf, type TenantSegments } from './tenant-segments.ts'

/** Builds one segment per owner; the returned function adds all of them at once. */
export async function buildGroups(
  builder: SegmentBuilder,
  items: readonly SearchableSkill[],
): Promise<(segments: TenantSegments) => void> {
  const ranked = groupByOwner(items.filter(isRanked))
  const unranked = groupByOwner(items.filter((item) => !isRanked(item)))
  const built =
    ranked.length === 0 ? [] : await builder.build(ranked.map(({ of }) => of.map(textOf)))
  return (segments) => {
    for (const [index, { owner, of }] of ranked.entries()) segments.add(owner, of, built[index]!)
    for (const { owner, of } of unranked) segments.add(owner, of, null)
  }
}

/** Skills without a description are not ranked. */
export function isRanked({ skill }: SearchableSkill): boolean {
  return skill.head.description.trim() !== ''
}

function groupByOwner(
  items: readonly SearchableSkill[],
): readonly { readonly owner: UserId | null; readonly of: readonly SearchableSkill[] }[] {
  const groups = new Map<UserId | null, SearchableSkill[]>()
  for (const item of items) {
    const owner = ownerOf(item.skill)
    const group = groups.get(owner)
    if (group === undefined) groups.set(owner, [item])
    else group.push(item)
  }
  return [...groups].map(([owner, of]) => ({ owner, of }))
}

export function textOf({ skill, body }: SearchableSkill): SearchText {
  const { name, description, tags, whenToUse } = skill.head
  return { slug: skill.slug, name, description, tags: tags.join(' '), whenToUse, body }
}
