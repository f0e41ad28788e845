import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { conversationQuery } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { memoriesQuery } from '../memories/memory-queries.ts'
import { restoreVersion } from '../memories/restore-version.ts'
import type { MemoryItem } from './memory-item.ts'

interface RememberedRowProps {
  readonly conversationId: string
  readonly remembered: MemoryItem
}

/** In a conversation: what the agent noted about the person, who can take it back. */
export function MemoryRow({ conversationId, remembered }: RememberedRowProps) {
  const { words, version, previousVersion } = remembered
  const { data: conversation } = useQuery(conversationQuery(conversationId))
  const agentId = conversation?.agent_id ?? null
  const { data: kept } = useQuery({
    ...memoriesQuery(agentId),
    enabled: conversation !== undefined,
  })
  const [sent, setSent] = useState(false)
  const undo = async () => {
    setSent(true)
    await restoreVersion(agentId, previousVersion, `"${version}"`)
    setSent(false)
  }
  return (
    <section
      aria-label="Noted about you"
      className="card fade-in flex flex-wrap items-center gap-3 px-4 py-2.5"
    >
      <NotebookPen size={16} aria-hidden="true" className="shrink-0 text-accent" />
      <p className="min-w-40 flex-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
        <MarkedText text={words} />
      </p>
      {kept?.version === version ? (
        <Button size="small" disabled={sent} onClick={() => void undo()}>
          Undo
        </Button>
      ) : (
        kept && <span className="text-xs text-ink-3">Changed since</span>
      )}
      <Link to="/settings/you" className="text-xs text-ink-2 underline hover:text-ink">
        All it remembers
      </Link>
    </section>
  )
}
