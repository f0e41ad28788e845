import type { SkillId } from '../../base/ids.ts'

/** What the lists of skills in one prompt share. */
export interface SkillLists {
  /** The skills most likely needed, first one first: they keep their descriptions longest. */
  readonly order: readonly SkillId[]
  /** The prompt has the catalogue of the turn, so the library is not listed beside it. */
  readonly hasCatalogue: boolean
  /** The skills that a list of this prompt names already. */
  readonly named: Set<SkillId>
}

export function newSkillLists(
  known: Partial<Pick<SkillLists, 'order' | 'hasCatalogue'>> = {},
): SkillLists {
  return { order: [], hasCatalogue: false, named: new Set(), ...known }
}
