import { Link } from '@tanstack/react-router'
import { useCan } from '../shell/use-me.ts'

const look =
  'inline-flex h-9 items-center border-b-2 border-transparent px-2.5 text-ink-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink'

/** The two lists of triggers; members have only their own, and no choice. */
export function TriggerViews() {
  if (!useCan('agents.write')) return null
  return (
    <nav aria-label="Whose triggers" className="mb-4 flex gap-1 border-b border-line">
      <Link to="/triggers" activeOptions={{ exact: true }} className={look}>
        Yours
      </Link>
      <Link to="/triggers/everybody" className={look}>
        Everybody’s
      </Link>
    </nav>
  )
}
