import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hammer } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../shared/design/page.tsx'
import { PagedList } from '../../shared/design/paged-list.tsx'
import { Empty } from '../../shared/design/states.tsx'
import { Toggle } from '../../shared/design/toggle.tsx'
import { useCan } from '../../shared/session/use-me.ts'
import { authoredToolsQuery } from './authored-queries.ts'
import { AuthoredRow } from './authored-row.tsx'

/** Tools and libraries that agents wrote for whoever is signed in; for admins also for everybody. */
export function AuthoredToolsPage() {
  const [everyone, setEveryone] = useState(false)
  const [deleted, setDeleted] = useState(false)
  const administers = useCan('members.write')
  const list = useInfiniteQuery(authoredToolsQuery({ everyone, deleted }))
  return (
    <Page
      title="Tools by agents"
      subtitle={
        <>
          JavaScript that agents wrote to use again. It can compute and read skills, and nothing
          else.{' '}
          <Link to="/settings/agent-tools" className="text-accent-ink underline underline-offset-2">
            Agents’ tools
          </Link>
        </>
      }
    >
      <div className="mb-4 flex flex-wrap gap-x-6 gap-y-2">
        <Filter label="Recently deleted" checked={deleted} onChange={setDeleted} />
        {administers && <Filter label="Everybody’s" checked={everyone} onChange={setEveryone} />}
      </div>
      <PagedList list={list} what="Tools" whenEmpty={<EmptyState deleted={deleted} />}>
        {(items) => (
          <ul aria-label="Tools and libraries" className="card divide-y divide-line">
            {items.map((tool) => (
              <AuthoredRow key={tool.id} tool={tool} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  )
}

interface FilterProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function Filter({ label, checked, onChange }: FilterProps) {
  return (
    <div className="flex items-center gap-2">
      <Toggle label={label} checked={checked} onChange={onChange} />
      <span aria-hidden="true">{label}</span>
    </div>
  )
}

function EmptyState({ deleted }: { readonly deleted: boolean }) {
  if (deleted) {
    return (
      <Empty icon={<Hammer size={20} />} title="Nothing was deleted">
        What is deleted can be brought back here for 30 days.
      </Empty>
    )
  }
  return (
    <Empty icon={<Hammer size={20} />} title="No tools yet">
      Where “Tools of their own” is among the tools of agents, ask one in a chat: “Make a tool that
      adds up an invoice.” You say yes before it runs for the first time.
    </Empty>
  )
}
