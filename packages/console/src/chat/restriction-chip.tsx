import { Popover } from '@base-ui/react/popover'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { type ConversationView, liveRestriction } from './conversation-view.ts'
import { allowedLabel } from './not-allowed.ts'

/**
 * D7: what the agent is held to right now and by which skill, as long as it is. Its place is always there, so
 * that nothing moves when it comes and goes.
 */
export function RestrictionChip({ view }: { readonly view: ConversationView }) {
  const held = liveRestriction(view)
  return (
    <div className="flex h-8 items-center">
      <p role="status" className="sr-only">
        {held ? `The skill ${held.skill.slug} allows ${allowedLabel(held.allows)}.` : ''}
      </p>
      {held && (
        <Popover.Root>
          <Popover.Trigger className="fade-in flex h-6 min-w-0 items-center gap-1.5 rounded-full border border-accent/35 bg-accent-soft px-2.5 text-xs text-accent-ink hover:border-accent">
            <Lock size={12} aria-hidden="true" className="shrink-0" />
            <span className="truncate">
              <strong className="font-medium">{held.skill.slug}</strong> allows{' '}
              {allowedLabel(held.allows)}
            </span>
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner side="top" sideOffset={6} align="start" className="z-40">
              <Popover.Popup className="popup fade-in w-[min(92vw,24rem)] p-4">
                <Popover.Title className="text-sm font-semibold">
                  {held.ofFork ? 'The sub-agent is held to a list' : 'The agent is held to a list'}
                </Popover.Title>
                <Popover.Description className="mt-1 text-xs text-ink-2">
                  The skill says which tools it works with. Until the{' '}
                  {held.ofFork ? 'sub-agent' : 'turn'} is over, or another skill is used, every
                  other call is refused, whoever approved it.
                </Popover.Description>
                <ul aria-label="Allowed tools" className="mt-3 flex flex-wrap gap-1.5">
                  {held.allows.map((name) => (
                    <li
                      key={name}
                      className="rounded border border-line bg-inset px-1.5 font-mono text-2xs [overflow-wrap:anywhere]"
                    >
                      {name}
                    </li>
                  ))}
                </ul>
                <p className="mt-2 text-2xs text-ink-3">
                  Beside them: the tools that handle skills themselves.
                </p>
                <Link
                  to="/skills/$id"
                  params={{ id: held.skill.id }}
                  search={{ tab: 'details' }}
                  className="mt-3 inline-block text-xs text-accent-ink underline underline-offset-2"
                >
                  View {held.skill.slug}
                </Link>
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      )}
    </div>
  )
}
