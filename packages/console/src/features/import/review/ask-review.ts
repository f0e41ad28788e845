import type { ImportReview, ImportReviewRequest, ImportReviewResponse } from '@repertoire/protocol'
import { packageLimits } from '@repertoire/skill-md'
import { countMarks } from '../../../shared/reading/count-marks.ts'
import type { FoundSkill } from '../discover-skills.ts'
import { toBase64 } from '../send-import.ts'

const atOnce = 50
const maxFilePaths = 5_000

export interface AskingReview {
  readonly scope: 'org' | 'user'
  readonly signal: AbortSignal
  readonly post: (body: ImportReviewRequest, signal: AbortSignal) => Promise<ImportReviewResponse>
  readonly onResults: (results: readonly ImportReview[]) => void
  /** What a reader of a skill would not see, in words; only for skills that have such. */
  readonly onMarks: (path: string, words: readonly string[]) => void
}

/**
 * Asks what an import would make of every skill, by its SKILL.md alone. A request that fails throws; what was
 * told before stays told.
 */
export async function askReview(
  skills: readonly FoundSkill[],
  asking: AskingReview,
): Promise<void> {
  for (let at = 0; at < skills.length; at += atOnce) {
    if (asking.signal.aborted) return
    const items = await Promise.all(
      skills.slice(at, at + atOnce).map((skill) => toItem(skill, asking)),
    )
    const given = items.filter((item) => item !== null)
    if (given.length === 0) continue
    const { results } = await asking.post({ scope: asking.scope, items: given }, asking.signal)
    if (!asking.signal.aborted) asking.onResults(results)
  }
}

/** Null for a SKILL.md that is too large to be taken at all: the import will say so. */
async function toItem(
  skill: FoundSkill,
  { onMarks }: AskingReview,
): Promise<ImportReviewRequest['items'][number] | null> {
  const file = skill.files.find(({ path }) => path === 'SKILL.md')
  if (!file || file.size > packageLimits.skillMdBytes) return null
  const bytes = await file.bytes()
  const words = countMarks([new TextDecoder().decode(bytes)])
  if (words.length > 0) onMarks(skill.path, words)
  return {
    path: skill.path,
    skill_md_base64: toBase64(bytes),
    ...(skill.files.length <= maxFilePaths && { file_paths: skill.files.map(({ path }) => path) }),
  }
}
