import type { SkillSummary } from '@repertoire/protocol'
import { plural } from '../design/numbers.ts'
import { Timestamp } from '../design/timestamp.tsx'

/** D9: how often agents read a skill, and since when it is in the archive. */
export function SkillUsage({ skill }: { readonly skill: SkillSummary }) {
  const { use_count: count, last_used_at: last, archived_at: archived } = skill
  return (
    <p className="mt-1 text-xs text-ink-3">
      {count === 0 ? 'Never used' : `Used ${plural(count, 'time')}`}
      {last && (
        <>
          , last <Timestamp at={last} />
        </>
      )}
      {archived && (
        <>
          {' · archived '}
          <Timestamp at={archived} />
        </>
      )}
    </p>
  )
}
