import type { SkillListItem } from '@repertoire/protocol'
import { CircleOff, TriangleAlert } from 'lucide-react'
import { plural } from '../../shared/design/numbers.ts'

/** Whether a skill is offered to agents, and what about it wants a look; the worst first. */
export function SkillState({ skill }: { readonly skill: SkillListItem }) {
  const { archived_at: archived, findings = 0, unavailable } = skill
  if (archived !== null) return <DisabledBadge word="Archived" />
  if (findings > 0) {
    return (
      <span className="flex items-center gap-2 text-warn-ink">
        <TriangleAlert size={14} aria-hidden="true" className="shrink-0 text-warn" />
        {plural(findings, 'finding')}
        {!skill.enabled && <span className="sr-only">, disabled</span>}
      </span>
    )
  }
  if (!skill.enabled) return <DisabledBadge word="Disabled" />
  if (unavailable) {
    return (
      <span className="flex items-center gap-2 text-warn-ink" title={unavailable.reason}>
        <CircleOff size={14} aria-hidden="true" className="shrink-0 text-warn" />
        Not here
      </span>
    )
  }
  return (
    <span className="flex items-center gap-2 text-ink-2">
      <span aria-hidden="true" className="mx-1 size-1.5 shrink-0 rounded-full bg-good" />
      Enabled
    </span>
  )
}

function DisabledBadge({ word }: { readonly word: string }) {
  return (
    <span className="flex items-center gap-2 text-ink-2">
      <span
        aria-hidden="true"
        className="mx-1 size-1.5 shrink-0 rounded-full border border-line-strong"
      />
      {word}
    </span>
  )
}
