import { Link, useRouterState } from '@tanstack/react-router'
import { CircleHelp } from 'lucide-react'
import { InboxCount } from '../features/inbox/inbox-count.tsx'
import { useMe } from '../shared/session/use-me.ts'
import { type NavigationItem, navigationFor, placeOf } from './navigation.ts'

/** The look of one line of the navigation; where somebody is has its colour in the icon. */
export const navigationEntry =
  'group flex h-[var(--entry)] shrink-0 items-center gap-2.5 rounded-md px-2 text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-nav-on aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=true]:bg-nav-on aria-[current=true]:font-medium aria-[current=true]:text-ink'
export const navigationIcon =
  'shrink-0 text-ink-3 group-aria-[current=page]:text-accent group-aria-[current=true]:text-accent'

const headings = ['Library', 'Agents', 'Observe'] as const

interface NavigationGroupsProps {
  /** Called when somebody goes to a place. */
  readonly onGo?: () => void
}

/** The places of every day, under their headings. */
export function NavigationGroups({ onGo }: NavigationGroupsProps) {
  const items = navigationFor(useMe())
  const of = (group: NavigationItem['group']) => items.filter((item) => item.group === group)
  return (
    <>
      <Entries items={of('top')} onGo={onGo} />
      {headings.map((heading) => {
        const within = of(heading)
        if (within.length === 0) return null
        return (
          <div key={heading}>
            <h2 className="mb-1 mt-4 px-2 text-xs font-medium tracking-normal text-ink-3">
              {heading}
            </h2>
            <Entries label={heading} items={within} onGo={onGo} />
          </div>
        )
      })}
    </>
  )
}

/** What stands at the end of the navigation. */
export function NavigationFooter({ onGo }: NavigationGroupsProps) {
  const items = navigationFor(useMe()).filter(({ group }) => group === 'bottom')
  return (
    <>
      <Entries items={items} onGo={onGo} />
      <a href="/docs" target="_blank" rel="noreferrer" className={navigationEntry}>
        <CircleHelp size={16} strokeWidth={1.75} aria-hidden="true" className={navigationIcon} />
        Help
        <span className="sr-only">(opens the documentation in a new tab)</span>
      </a>
    </>
  )
}

interface EntriesProps {
  readonly label?: string
  readonly items: readonly NavigationItem[]
  readonly onGo: (() => void) | undefined
}

function Entries({ label, items, onGo }: EntriesProps) {
  const place = usePlace()
  return (
    <ul aria-label={label} className="flex flex-col gap-px">
      {items.map(({ to, label: name, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            {...(place === to && { 'aria-current': 'true' })}
            {...(onGo && { onClick: onGo })}
            className={navigationEntry}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" className={navigationIcon} />
            <span className="flex-1">{name}</span>
            {to === '/inbox' && <InboxCount />}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Where somebody is, in the navigation's terms. */
export function usePlace() {
  return useRouterState({ select: ({ location }) => placeOf(location.pathname) })
}
