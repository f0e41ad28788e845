import type { SkillBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { skillQuery } from '../../shared/api/queries.ts'
import type { SkillQuestion } from './approval-question.ts'

/** Beside *Approve*: that a yes would have no effect any more, because it is for a revision that is no longer the newest. */
export function ChangedSinceNotice({ question }: { readonly question: SkillQuestion }) {
  const { skillId, digest } = question
  const { data } = useQuery({
    ...skillQuery(skillId ?? ''),
    enabled: skillId !== null && question.status === 'pending',
    // The text may have been read into the page before it changed.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  const what = data && changeOf(data, digest)
  if (!what) return null
  return (
    <p className="flex items-start gap-1.5 text-xs text-warn-ink">
      <TriangleAlert size={13} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span>
        This skill {what} since the agent asked: a yes activates nothing. Deny it, and send your
        message again: the agent asks anew then.
      </span>
    </p>
  )
}

function changeOf({ digest, enabled }: SkillBody, asked: string): string | null {
  if (!enabled) return 'was switched off'
  return digest === asked ? null : 'has changed'
}
