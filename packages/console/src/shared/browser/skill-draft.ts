import { keepDraft, readDraft } from './drafts.ts'

/** Unsaved changes of one skill, and the version they were made on. */
export interface SkillDraft {
  readonly source: string
  readonly enabled: boolean
  /** ETag of the skill the changes began from; empty for a new skill. */
  readonly etag: string
}

/** The kept draft; null when there is none or it is not one. */
export function readSkillDraft(id: string): SkillDraft | null {
  try {
    const value: unknown = JSON.parse(readDraft(`skill.${id}`) ?? 'null')
    if (typeof value !== 'object' || value === null) return null
    const { source, enabled, etag } = value as Partial<SkillDraft>
    if (typeof source !== 'string' || typeof enabled !== 'boolean' || typeof etag !== 'string')
      return null
    return { source, enabled, etag }
  } catch {
    return null
  }
}

export function keepSkillDraft(id: string, draft: SkillDraft | null): void {
  keepDraft(`skill.${id}`, draft && JSON.stringify(draft))
}
