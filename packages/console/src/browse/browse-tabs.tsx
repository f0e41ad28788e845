import { Link } from '@tanstack/react-router'

const look =
  '-mb-px flex h-9 items-center border-b-2 border-transparent px-2.5 text-ink-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink'

/** The two places to look for skills: what the sources were read for, and a registry that is asked. */
export function BrowseTabs() {
  return (
    <nav aria-label="Where to look" className="mb-5 flex gap-1 border-b border-line">
      <Link to="/sources/browse" className={look}>
        Your sources
      </Link>
      <Link to="/sources/registry" className={look}>
        Registry
      </Link>
    </nav>
  )
}
