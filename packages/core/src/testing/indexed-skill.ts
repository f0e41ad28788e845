import type { RevisionDigest, SkillId } from '../base/ids.ts'
import type { IndexedSkill } from '../choose/search/live-segment.ts'

/** An enabled skill of the organisation, as an index has it. */
export function indexedSkill(slug: string, change: Partial<IndexedSkill> = {}): IndexedSkill {
  return {
    ...{ id: slug as SkillId, owner: null, slug, digest: slug as RevisionDigest },
    ...{ tags: [], enabled: true, isSample: false, routing: null },
    ...{ publishedOn: 0, isValid: true, writtenBy: null, ...change },
  }
}
