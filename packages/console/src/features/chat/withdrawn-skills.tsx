import type { PinnedSkillBody, WireEvent } from '@repertoire/protocol'
import { CircleSlash } from 'lucide-react'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { withdrawnIn, withdrawnLabel } from './withdrawn-label.ts'

/** Beside the budget: that something of it leaves with the next message. */
export function WithdrawnChip({ pinned }: { readonly pinned: readonly PinnedSkillBody[] }) {
  const leaving = pinned.flatMap(({ slug, delivery, withdrawn: reason }) =>
    delivery === 'system' && reason ? [{ slug, reason }] : [],
  )
  if (leaving.length === 0) return null
  return (
    <span
      title={leaving.map(withdrawnLabel).join('\n')}
      className="whitespace-nowrap rounded-full border border-warn/40 bg-warn-soft px-2 text-xs leading-5 text-warn-ink"
    >
      {plural(leaving.length, 'skill')} no longer available
    </span>
  )
}

/** In the place of what can be done with an active skill. */
export function WithdrawnNote({ reason }: { readonly reason: PinnedSkillBody['withdrawn'] }) {
  return (
    <p className="mt-1 text-xs text-warn-ink">
      No longer available: {reason}. It leaves with the next message.
    </p>
  )
}

/** In a conversation: which skills left before the agent went on, and why. */
export function WithdrawnLines({ events }: { readonly events: readonly WireEvent[] }) {
  return withdrawnIn(events).map((skill) => (
    <p key={skill.slug} className="flex items-center gap-2 text-xs text-ink-3">
      <CircleSlash size={12} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <MarkedText text={withdrawnLabel(skill)} />
      </span>
    </p>
  ))
}
