import type { AuthoredToolBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Check, RotateCcw, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Badge } from '../../shared/design/badge.tsx'
import { Button } from '../../shared/design/button.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Page } from '../../shared/design/page.tsx'
import { FailedQuery, Loading } from '../../shared/design/states.tsx'
import { Toggle } from '../../shared/design/toggle.tsx'
import { ReadFirst } from '../../shared/reading/read-first.tsx'
import { ReadingScope, useReadingProgress } from '../../shared/reading/reading.tsx'
import { useMe } from '../../shared/session/use-me.ts'
import { kindWord, standingOf } from './authored-labels.ts'
import { authoredToolQuery } from './authored-queries.ts'
import { ToolViews } from './tool-views.tsx'
import { useAuthoredActions } from './use-authored-actions.ts'

/** One tool or library: its code, its versions, and what may be done with it. */
export function AuthoredToolPage() {
  const { id } = useParams({ from: '/app/settings/tools/$id' })
  const tool = useQuery(authoredToolQuery(id))
  if (tool.isPending) return <Loading label="Loading the tool" />
  if (tool.isError) return <FailedQuery what="This tool could not be read" query={tool} />
  return (
    <ReadingScope key={tool.data.id}>
      <ToolDetails tool={tool.data} />
    </ReadingScope>
  )
}

function ToolDetails({ tool }: { readonly tool: AuthoredToolBody }) {
  const { name, kind, head } = tool
  const { member } = useMe()
  const own = tool.owner === member.id
  const standing = standingOf(tool)
  return (
    <Page
      title={renderAnnotations(name)}
      subtitle={
        <span className="flex flex-wrap items-center gap-2">
          <Link to="/settings/tools" className="text-accent-ink underline underline-offset-2">
            Tools by agents
          </Link>
          {standing.text !== kindWord(kind) && <Badge>{kindWord(kind)}</Badge>}
          <Badge tone={standing.tone}>{standing.text}</Badge>
          {!own && <Badge>{tool.owner_name ?? 'Somebody who left'}</Badge>}
        </span>
      }
      actions={<Actions tool={tool} own={own} />}
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          <MarkedText text={head.description} />
        </p>
        <ToolStatus tool={tool} own={own} />
        <Relations tool={tool} />
        <ToolViews tool={tool} own={own} />
      </div>
    </Page>
  )
}

interface ToolProps {
  readonly tool: AuthoredToolBody
  readonly own: boolean
}

function Actions({ tool, own }: ToolProps) {
  const { name, enabled } = tool
  const { remove, restore, setEnabled } = useAuthoredActions(tool)
  if (tool.deleted_at !== null || remove.isSuccess) {
    return (
      <Button
        disabled={restore.isPending}
        onClick={() => restore.mutate(undefined, { onSuccess: () => remove.reset() })}
      >
        <RotateCcw size={15} aria-hidden="true" /> Restore
      </Button>
    )
  }
  return (
    <>
      <Toggle
        label={`${name} is enabled`}
        checked={setEnabled.isPending ? setEnabled.variables : enabled}
        disabled={setEnabled.isPending || !(own || enabled)}
        onChange={(on) => setEnabled.mutate(on)}
      />
      <Button variant="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
        <Trash2 size={15} aria-hidden="true" /> Delete
      </Button>
    </>
  )
}

/** What keeps it from running, and the yes where one is missing. */
function ToolStatus({ tool, own }: ToolProps) {
  const { approve } = useAuthoredActions(tool)
  const { unread } = useReadingProgress()
  const whyId = useId()
  const { problem, closure_digest: digest } = tool
  if (problem) {
    return (
      <Notice tone="bad" title="It cannot run">
        {problem.message}
      </Notice>
    )
  }
  if (tool.status !== 'unapproved') return null
  return (
    <Notice
      tone="warn"
      title="Nobody has approved this code yet"
      actions={
        own &&
        digest && (
          <Button
            size="small"
            disabled={approve.isPending || unread.length > 0}
            aria-describedby={whyId}
            onClick={() => approve.mutate(digest)}
          >
            <Check size={14} aria-hidden="true" /> Approve version {tool.head.number}
          </Button>
        )
      }
    >
      You are asked before it runs for the first time; read it here and you can say yes now.
      {!tool.head.trusted &&
        ' It was written in a conversation that had read text from outside: read it with care.'}
      {own && digest && <ReadFirst id={whyId} />}
    </Notice>
  )
}

function Relations({ tool: { libraries, used_by: usedBy } }: { readonly tool: AuthoredToolBody }) {
  return (
    <>
      {libraries.length > 0 && (
        <p className="text-xs text-ink-2">
          Requires{' '}
          {libraries.map(({ id, name, version }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <Link
                to="/settings/tools/$id"
                params={{ id }}
                className="font-mono text-accent-ink underline underline-offset-2"
              >
                {name}
              </Link>{' '}
              (version {version})
            </span>
          ))}
          . An approval is for these versions.
        </p>
      )}
      {usedBy.length > 0 && (
        <p className="text-xs text-ink-2">
          Required by <span className="font-mono">{usedBy.join(', ')}</span>.
        </p>
      )}
    </>
  )
}
