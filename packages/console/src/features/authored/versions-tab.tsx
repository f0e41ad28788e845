import type { AuthoredToolBody, AuthoredVersionHeadBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { Choice } from '../../shared/design/field.tsx'
import { History, type HistoryEntry, NoChanges } from '../../shared/design/history.tsx'
import { Failed, Loading } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { DiffView } from '../../shared/reading/diff-view.tsx'
import { authoredVersionQuery } from './authored-queries.ts'
import { useAuthoredActions } from './use-authored-actions.ts'

interface VersionsTabProps {
  readonly tool: AuthoredToolBody
  readonly own: boolean
}

/** Every version, the difference between any two, and the way back to each. */
export function VersionsTab({ tool, own }: VersionsTabProps) {
  const { versions } = tool
  return (
    <History label="Versions" entries={versions.map(entryOf)}>
      {versions.length < 2 ? (
        <NoChanges>This is the only version. Each change makes one more.</NoChanges>
      ) : (
        <Compare key={tool.head.number} tool={tool} own={own} />
      )}
    </History>
  )
}

function entryOf({ number, created_at, author, reason }: AuthoredVersionHeadBody): HistoryEntry {
  const about = (
    <>
      <Timestamp at={created_at} /> by {author === 'agent' ? 'an agent' : 'you'}
    </>
  )
  return { number, title: `Version ${number}`, about, reason }
}

function Compare({ tool, own }: VersionsTabProps) {
  const { id, name, head, versions, deleted_at } = tool
  const [from, setFrom] = useState(versions[1]?.number ?? head.number)
  const before = useQuery(authoredVersionQuery(id, from))
  const { restoreVersion } = useAuthoredActions(tool)
  const options = versions.slice(1).map(({ number }) => ({
    value: String(number),
    label: `Version ${number}`,
  }))
  return (
    <div className="min-w-0">
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <Choice
          label="Compare with"
          value={String(from)}
          options={options}
          onChange={(event) => setFrom(Number(event.target.value))}
        />
        {own && deleted_at === null && (
          <Button disabled={restoreVersion.isPending} onClick={() => restoreVersion.mutate(from)}>
            Restore version {from}
          </Button>
        )}
      </div>
      {before.isPending && <Loading label="Loading the version" />}
      {before.isError && <Failed what="The version could not be read" error={before.error} />}
      {before.data && before.data.code === head.code && (
        <NoChanges>The code is the same in both.</NoChanges>
      )}
      {before.data && before.data.code !== head.code && (
        <DiffView
          label={`What changed from version ${from} to ${head.number}`}
          before={before.data.code}
          after={head.code}
          path={`${name}.js`}
        />
      )}
    </div>
  )
}
