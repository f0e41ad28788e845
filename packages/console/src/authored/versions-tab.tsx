import type { AuthoredToolBody, AuthoredVersionHeadBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { Choice } from '../design/field.tsx'
import { Moment } from '../design/moment.tsx'
import { Failed, Loading } from '../design/states.tsx'
import { DiffView } from '../editor/diff-view.tsx'
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
    <div className="grid gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <ol
        aria-label="Versions"
        className="card h-fit max-h-[65vh] divide-y divide-line overflow-y-auto"
      >
        {versions.map((version, index) => (
          <Row key={version.number} version={version} newest={index === 0} />
        ))}
      </ol>
      {versions.length < 2 ? (
        <p className="card h-fit px-4 py-6 text-center text-ink-2">
          This is the only version. Each change makes one more.
        </p>
      ) : (
        <Compare key={tool.head.number} tool={tool} own={own} />
      )}
    </div>
  )
}

function Row({
  version,
  newest,
}: {
  readonly version: AuthoredVersionHeadBody
  readonly newest: boolean
}) {
  return (
    <li className="px-3 py-2.5">
      <p className="font-medium">
        Version {version.number}
        {newest && <span className="font-normal text-ink-3"> (current)</span>}
      </p>
      <p className="text-xs text-ink-3">
        <Moment at={version.created_at} /> by {version.author === 'agent' ? 'an agent' : 'you'}
      </p>
      {version.reason && (
        <p className="mt-1 text-xs text-ink-2 [overflow-wrap:anywhere]">{version.reason}</p>
      )}
    </li>
  )
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
        <p className="card px-4 py-6 text-center text-ink-2">The code is the same in both.</p>
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
