import type { SkillLimitsBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import { wholeQuery } from '../../../shared/api/query-options.ts'
import { Notice } from '../../../shared/design/notice.tsx'

interface SkillLimitsProps {
  readonly skillId: string
  /** Another revision may demand something else. */
  readonly revision: number
}

/** What the skill's demands mean for the tools that agents have here: computed by the rules that enforce them. */
export function SkillLimits(props: SkillLimitsProps) {
  const { data } = useQuery(limitsQuery(props))
  if (!data) return null
  return (
    <div className="mt-3 flex flex-col gap-2 text-xs text-ink-2">
      {data.unavailable && (
        <Notice tone="warn" title="Agents cannot use it here">
          {data.unavailable.reason}
        </Notice>
      )}
      {data.runs_apart && (
        <p>A sub-agent carries it out, so its text never stands in the conversation itself.</p>
      )}
      {data.allowed_tools.restricts && data.meaning === 'restrict' && <p>{effectOf(data)}</p>}
    </div>
  )
}

function effectOf({ allowed, refused }: SkillLimitsBody): string {
  const rest = `${refused.length} of the ${refused.length + allowed.length} tools that conversations have here are refused`
  return allowed.length === 0 ? `${rest}.` : `${rest}; these stay: ${allowed.join(', ')}.`
}

export function limitsQuery({ skillId, revision }: SkillLimitsProps) {
  return wholeQuery(['skills', 'limits', skillId, revision], () => api.skills.limits(skillId))
}
