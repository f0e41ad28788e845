import type { MemoriesBody, MemoryVersionBody } from '@repertoire/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { MemoryDiff } from './memory-diff.tsx'
import { memoryHistoryQuery } from './memory-queries.ts'
import { restoreVersion } from './restore-version.ts'

interface MemoryHistoryProps {
  readonly agentId: string | null
  readonly current: MemoriesBody
}

/** Every version with what it changed, newest first. */
export function MemoryHistory({ agentId, current }: MemoryHistoryProps) {
  const history = useInfiniteQuery(memoryHistoryQuery(agentId))
  const versions = history.data?.pages.flatMap(({ items }) => items) ?? []
  const complete = history.isSuccess && !history.hasNextPage
  return (
    <div className="flex flex-col gap-3">
      <QueryPlaceholder for={history} what="The history" rows={2} />
      <ol aria-label="Versions" className="flex flex-col gap-3">
        {versions.map((version, index) => {
          const before = versions[index + 1] ?? (complete ? nothing : null)
          return (
            before && (
              <Version
                key={version.version}
                agentId={agentId}
                version={version}
                before={before.text}
                current={current}
              />
            )
          )
        })}
      </ol>
      {history.hasNextPage && (
        <Button className="self-start" onClick={() => void history.fetchNextPage()}>
          Show older ones
        </Button>
      )}
    </div>
  )
}

const nothing = { text: '' }

interface VersionProps {
  readonly agentId: string | null
  readonly version: MemoryVersionBody
  /** The text of the version before. */
  readonly before: string
  readonly current: MemoriesBody
}

function Version({ agentId, version, before, current }: VersionProps) {
  const [sent, setSent] = useState(false)
  const { version: number, text, author, reason, created_at, conversation_id } = version
  const restore = async () => {
    setSent(true)
    await restoreVersion(agentId, number, current.etag)
    setSent(false)
  }
  return (
    <li className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-ink-3">
          <span className="font-medium text-ink-2">Version {number}</span>
          {number === current.version && ' (current)'} · {author === 'agent' ? 'the agent' : 'you'}{' '}
          · <Timestamp at={created_at} />
          {reason && ` · ${reason}`}
          {conversation_id && (
            <>
              {' · '}
              <Link
                to="/chat/$id"
                params={{ id: conversation_id }}
                className="underline hover:text-ink"
              >
                in this conversation
              </Link>
            </>
          )}
        </p>
        {text !== current.text && (
          <Button
            size="small"
            disabled={sent}
            aria-label={`Restore version ${number}`}
            onClick={() => void restore()}
          >
            Restore
          </Button>
        )}
      </div>
      <MemoryDiff label={`What version ${number} changed`} before={before} after={text} />
    </li>
  )
}
