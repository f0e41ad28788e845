import type { SkillBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { revisionQuery } from '../../shared/api/queries.ts'
import type { FileInConflict } from '../../shared/browser/skill-draft.ts'
import { Button } from '../../shared/design/button.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { DiffView } from '../../shared/reading/diff-view.tsx'
import { useMe } from '../../shared/session/use-me.ts'

interface ConflictViewProps {
  readonly theirs: SkillBody
  readonly mine: string
  /** Files that both have changed. */
  readonly files: readonly FileInConflict[]
  /** Takes theirs for this file. */
  readonly onDropFile: (path: string) => void
  readonly busy: boolean
  /** Saves this text over their revision. */
  readonly onSave: (text: string) => void
  /** Drops the unsaved changes. */
  readonly onTheirs: () => void
  readonly onBack: () => void
}

/** It was saved elsewhere in between: that text, mine, and what to do about each difference. */
export function ConflictView(props: ConflictViewProps) {
  const { theirs, mine, files, busy, onDropFile, onSave, onTheirs, onBack } = props
  const [merged, setMerged] = useState(mine)
  return (
    <section aria-labelledby="conflict" className="pt-4">
      <Notice
        tone="warn"
        urgent
        title={<span id="conflict">This skill was saved elsewhere since you began</span>}
      >
        Nothing is lost. Red is revision {theirs.revision} as it stands on the server
        {useSavedBy(theirs)}, green is your text. Choose for each change, edit freely, then save.
      </Notice>
      <div className="my-3 flex flex-wrap gap-2">
        <Button variant="primary" disabled={busy} onClick={() => onSave(merged)}>
          Save this result
        </Button>
        <Button disabled={busy} onClick={() => onSave(mine)}>
          Save all of mine
        </Button>
        <Button disabled={busy} onClick={onTheirs}>
          Drop mine, take the saved one
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onBack}>
          Back to editing
        </Button>
      </div>
      {files.length > 0 && (
        <ul aria-label="Files changed there and here" className="card mb-3 divide-y divide-line">
          {files.map(({ path, deletes }) => (
            <li key={path} className="flex flex-wrap items-center gap-3 px-3 py-2">
              <span className="min-w-0 flex-1 font-mono text-xs [overflow-wrap:anywhere]">
                {path}
              </span>
              <span className="text-xs text-ink-2">
                {deletes
                  ? 'Changed there, deleted here. Saving deletes it.'
                  : 'Changed there and here. Saving writes yours.'}
              </span>
              <Button size="small" disabled={busy} onClick={() => onDropFile(path)}>
                Take the saved one <span className="sr-only">for {path}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {theirs.content === mine ? (
        <p className="text-ink-2">
          The text of SKILL.md is the same; only what is beside it differs.
        </p>
      ) : (
        <DiffView
          label="The saved text and yours"
          before={theirs.content}
          after={mine}
          onChange={setMerged}
        />
      )}
    </section>
  )
}

/** Who saved the newest revision, after a comma; it may be the same person in another tab. */
function useSavedBy({ id, revision }: SkillBody): string {
  const me = useMe()
  const newest = useQuery(revisionQuery(id, revision)).data
  if (!newest) return ''
  if (newest.created_by === me.member.id) return ', saved by you in another place'
  return `, saved by ${newest.created_by_name ?? 'a former member'}`
}
