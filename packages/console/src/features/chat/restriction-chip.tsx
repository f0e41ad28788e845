import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { settingsQuery } from '../../shared/api/queries.ts'
import { meaningFor } from '../settings/allowed-tools-meanings.ts'
import type { ConversationView } from './conversation-view.ts'
import { liveRestrictions } from './live-restrictions.ts'
import { allowedLabel, unknownToolNotice } from './not-allowed.ts'

/**
 * The tools that are left to the agent right now, and the skills whose lists restrict it. Its place is
 * always there, so that nothing moves when it comes and goes.
 */
export function RestrictionChip({ view }: { readonly view: ConversationView }) {
  const { data: settings } = useQuery(settingsQuery)
  const held = liveRestrictions(view, (id) => meaningFor(settings, id) === 'restrict')
  const names = held?.skills.map(({ slug }) => slug).join(', ') ?? ''
  return (
    <div className="flex h-8 items-center">
      <p role="status" className="sr-only">
        {held ? `${names}: ${allowedLabel(held.allows)}.` : ''}
      </p>
      {held && (
        <Popover.Root>
          <Popover.Trigger className="fade-in flex h-6 min-w-0 items-center gap-1.5 rounded-full border border-accent/35 bg-accent-soft px-2.5 text-xs text-accent-ink hover:border-accent">
            <Lock size={12} aria-hidden="true" className="shrink-0" />
            <span className="truncate">
              <strong className="font-medium">{names}</strong>{' '}
              {held.skills.length === 1 ? 'allows' : 'allow'} {allowedLabel(held.allows)}
            </span>
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Positioner side="top" sideOffset={6} align="start" className="z-40">
              <Popover.Popup className="popup fade-in w-[min(92vw,24rem)] p-4">
                <Popover.Title className="text-sm font-semibold">
                  {held.ofFork ? 'The sub-agent is held to a list' : 'The agent is held to a list'}
                </Popover.Title>
                <Popover.Description className="mt-1 text-xs text-ink-2">
                  Skills say which tools they work with. While they are active, and until this{' '}
                  {held.ofFork ? 'sub-agent' : 'turn'} is over, a call is refused unless one of
                  their lists allows it, whoever approved it.
                </Popover.Description>
                <ul aria-label="Allowed tools" className="mt-3 flex flex-wrap gap-1.5">
                  {held.allows.map((name) => (
                    <li
                      key={name}
                      className="rounded border border-line bg-inset px-1.5 font-mono text-xs [overflow-wrap:anywhere]"
                    >
                      {name}
                    </li>
                  ))}
                </ul>
                <p className="mt-2 text-xs text-ink-3">
                  {held.allows.some((name) => name.endsWith(')')) &&
                    'Those with a pattern in parentheses: only the calls that match it. '}
                  Beside them: the tools that handle skills themselves.
                </p>
                {held.undecided.length > 0 && (
                  <p className="mt-2 text-xs text-ink-2 [overflow-wrap:anywhere]">
                    {unknownToolNotice(held.undecided)}
                  </p>
                )}
                {held.skills.map(({ id, slug }) => (
                  <Link
                    key={id}
                    to="/skills/$id"
                    params={{ id }}
                    search={{ tab: 'details' }}
                    className="mt-3 mr-3 inline-block text-xs text-accent-ink underline underline-offset-2"
                  >
                    View {slug}
                  </Link>
                ))}
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      )}
    </div>
  )
}
