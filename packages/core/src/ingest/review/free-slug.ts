import { isSlug } from '@repertoire/skill-md'
import type { UserId } from '../../base/ids.ts'
import type { Skill, SkillOrigin } from '../../domain/skill.ts'
import type { TenantStore } from '../../ports/store.ts'
import { ownerOf, relatedSlugs } from '../origin/origin-owner.ts'

export interface FreeSlug {
  readonly slug: string
  /** The skill that has the slug it came with, and keeps it; null when nobody has it. */
  readonly conflictingSkill: Skill | null
}

/** Room for a hyphen and a number below {@link maxNumber}. */
const maxNumberedLength = 60
const maxNumber = 1_000

/**
 * The slug under which a new skill of the organisation is kept: its own; where a skill has that one, also another of the
 * same owner, the one with its owner in front; and after that numbered ones.
 */
export async function freeSlug(
  { skills }: Pick<TenantStore, 'skills'>,
  viewer: UserId,
  { slug, origin }: { readonly slug: string; readonly origin: SkillOrigin },
): Promise<FreeSlug> {
  const holderOf = async (wanted: string) =>
    (await skills.list(viewer, { scope: 'org', slug: wanted }, { limit: 1 })).items[0] ?? null
  const conflictingSkill = await holderOf(slug)
  if (!conflictingSkill) return { slug, conflictingSkill }
  for (const candidate of candidates(slug, origin)) {
    if (!(await holderOf(candidate))) return { slug: candidate, conflictingSkill }
  }
  return { slug, conflictingSkill }
}

function* candidates(slug: string, origin: SkillOrigin): Generator<string> {
  const beside = relatedSlugs(ownerOf(origin), slug)
  yield* beside
  const base = (beside[0] ?? slug).slice(0, maxNumberedLength).replace(/[-._]+$/, '')
  for (let number = 2; number < maxNumber; number += 1) {
    const numbered = `${base}-${number}`
    if (isSlug(numbered)) yield numbered
  }
}
