import type { RevisionBody, SkillBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { revisionQuery, revisionsQuery } from '../../shared/api/queries.ts'
import { Button } from '../../shared/design/button.tsx'
import { Choice } from '../../shared/design/field.tsx'
import { History, type HistoryEntry, NoChanges } from '../../shared/design/history.tsx'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { Failed, FailedQuery, Loading } from '../../shared/design/states.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { DiffView } from '../../shared/reading/diff-view.tsx'
import { shortDigest } from '../approvals/approval-question.ts'
import { FileChangeList } from './files/file-change-list.tsx'
import { RestoreRevision } from './restore-revision.tsx'

interface RevisionsTabProps {
  readonly skill: Pick<SkillBody, 'id' | 'etag'>
  readonly writable: boolean
  /** Puts an old text into the editor, unsaved. */
  readonly onEdit: (content: string) => void
}

/** Every revision, the difference between any two, and the way back to each. */
export function RevisionsTab({ skill, writable, onEdit }: RevisionsTabProps) {
  const revisions = useQuery(revisionsQuery(skill.id))
  if (revisions.isPending) return <Loading label="Loading revisions" />
  if (revisions.isError) return <FailedQuery what="Revisions could not be read" query={revisions} />
  const newestFirst = [...revisions.data.items].sort((a, b) => b.number - a.number)
  return (
    <div className="pt-4">
      <History label="Revisions" entries={newestFirst.map(entryOf)}>
        {newestFirst.length < 2 ? (
          <NoChanges>
            This is the only revision. Each save makes one more, and here is what it changed.
          </NoChanges>
        ) : (
          <Compare
            key={newestFirst[0]?.number}
            skill={skill}
            revisions={newestFirst}
            onEdit={writable ? onEdit : null}
          />
        )}
      </History>
    </div>
  )
}

function entryOf(revision: RevisionBody): HistoryEntry {
  const { number, digest, created_at, created_by_name, content_length, files, reason } = revision
  return {
    number,
    title: `Revision ${number}`,
    mark: (
      <span className="font-mono text-xs text-ink-3" title={digest}>
        {shortDigest(digest)}
      </span>
    ),
    about: (
      <>
        <Timestamp at={created_at} />
        {created_by_name && ` by ${created_by_name}`} · {formatCount(content_length)} characters ·{' '}
        {plural(files.length, 'file')}
      </>
    ),
    reason,
  }
}

interface CompareProps {
  readonly skill: Pick<SkillBody, 'id' | 'etag'>
  readonly revisions: readonly RevisionBody[]
  readonly onEdit: ((content: string) => void) | null
}

function Compare({ skill, revisions, onEdit }: CompareProps) {
  const skillId = skill.id
  const newest = revisions[0]?.number ?? 1
  const [from, setFrom] = useState(revisions[1]?.number ?? newest)
  const [to, setTo] = useState(newest)
  const before = useQuery(revisionQuery(skillId, from))
  const after = useQuery(revisionQuery(skillId, to))
  const options = revisions.map(({ number }) => ({
    value: String(number),
    label: `Revision ${number}`,
  }))
  const error = before.error ?? after.error
  return (
    <div className="min-w-0">
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <Choice
          label="From"
          value={String(from)}
          options={options}
          onChange={(event) => setFrom(Number(event.target.value))}
        />
        <Choice
          label="To"
          value={String(to)}
          options={options}
          onChange={(event) => setTo(Number(event.target.value))}
        />
        {onEdit && from !== newest && before.data && (
          <div className="ml-auto flex flex-wrap gap-2">
            <Button onClick={() => onEdit(before.data.content)}>
              Put revision {from} into the editor
            </Button>
            <RestoreRevision skill={skill} number={from} />
          </div>
        )}
      </div>
      {error && <Failed what="A revision could not be read" error={error} />}
      {before.data && after.data && before.data.content === after.data.content && (
        <NoChanges>
          {from === to
            ? 'Choose two different revisions to see what changed.'
            : 'SKILL.md is the same in both.'}
        </NoChanges>
      )}
      {before.data && after.data && before.data.content !== after.data.content && (
        <DiffView
          label={`What changed from revision ${from} to ${to}`}
          before={before.data.content}
          after={after.data.content}
        />
      )}
      {before.data && after.data && (
        <FileChangeList from={{ ...before.data, skillId }} to={{ ...after.data, skillId }} />
      )}
    </div>
  )
}
