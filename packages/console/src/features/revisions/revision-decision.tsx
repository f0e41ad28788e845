import type { PendingRevisionBody } from '@repertoire/protocol'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { TextField } from '../../shared/design/field.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { AtDecisionPlace } from '../../shared/reading/decision-place.tsx'
import { ReadFirst } from '../../shared/reading/read-first.tsx'
import { useReadingProgress } from '../../shared/reading/reading.tsx'
import { EnableToggle } from './enable-toggle.tsx'
import { IgnoreMenu } from './ignore-menu.tsx'
import { OverrideVerdict } from './override-verdict.tsx'
import { ProposalDecision } from './proposal-decision.tsx'
import { useDecideRevision } from './use-decide-revision.ts'

/** Yes, no or later to one revision, bound to the digest that was read. */
export function RevisionDecision({ arrival }: { readonly arrival: PendingRevisionBody }) {
  const { state, refusal, approvable, edited_here, base, proposal } = arrival
  const [chosen, setEnable] = useState<boolean>()
  const [overwrite, setOverwrite] = useState(false)
  const { note, writeNote, busy, approve, decide } = useDecideRevision(arrival)
  const { unread } = useReadingProgress()
  const whyId = useId()
  if (proposal && state === 'held') return <ProposalDecision revision={arrival} />
  if (!open.has(state)) return null
  if (state === 'rejected') {
    return (
      <Decision>
        <Button disabled={busy} onClick={() => decide('hold', note)}>
          Take the rejection back
        </Button>
      </Decision>
    )
  }
  // Whoever read a clean one to its end and approves it wants to use it; what was found is no reason to hurry.
  const enable = chosen ?? base?.enabled ?? arrival.verdict === 'clean'
  const needsNote = refusal !== null && approvable && note.trim() === ''
  return (
    <Decision>
      {refusal && (
        <Notice tone={approvable ? 'warn' : 'bad'} title={refusal.message}>
          {refusal.hint}
        </Notice>
      )}
      <TextField
        label="Note, for the record"
        data-decide="note"
        maxLength={2000}
        value={note}
        onChange={(event) => writeNote(event.target.value)}
      />
      {edited_here && (
        <label className="flex min-h-6 items-center gap-3">
          <input
            type="checkbox"
            checked={overwrite}
            onChange={(event) => setOverwrite(event.target.checked)}
            className="size-4 accent-accent"
          />
          Replace what was edited here
        </label>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <EnableToggle enable={enable} onEnable={setEnable} />
        {state === 'held' ? (
          <Button
            variant="primary"
            data-decide="approve"
            aria-describedby={whyId}
            disabled={
              busy || !approvable || needsNote || (edited_here && !overwrite) || unread.length > 0
            }
            onClick={() =>
              approve({
                // An update leaves its skill on or off unless somebody says otherwise.
                ...((base === null || chosen !== undefined) && { enable }),
                ...{ overwrite_edits: overwrite, note },
              })
            }
          >
            {base ? 'Apply the update' : 'Approve'}
          </Button>
        ) : (
          <Button disabled={busy} onClick={() => decide('hold', note)}>
            Back to those that wait
          </Button>
        )}
        <Button data-decide="deny" disabled={busy} onClick={() => decide('reject', note)}>
          Reject
        </Button>
        {state === 'held' && (
          <Button disabled={busy} onClick={() => decide('quarantine', note)}>
            Quarantine
          </Button>
        )}
        {state === 'held' && <IgnoreMenu arrival={arrival} note={note} />}
        {state === 'held' && <OverrideVerdict arrival={arrival} />}
      </div>
      {state === 'held' && approvable && <ReadFirst id={whyId} />}
    </Decision>
  )
}

/** In these it may still be decided. */
const open: ReadonlySet<string> = new Set(['held', 'quarantined', 'rejected'])

function Decision({ children }: { readonly children: ReactNode }) {
  return (
    <AtDecisionPlace>
      <section aria-label="Decide" className="card mt-6 flex flex-col gap-4 p-4">
        {children}
      </section>
    </AtDecisionPlace>
  )
}
