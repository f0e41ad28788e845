import type { PendingRevisionBulkDecision, PendingRevisionSummary } from '@repertoire/protocol'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { Button } from '../../shared/design/button.tsx'
import { Confirm } from '../../shared/design/dialog.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { showErrorMessage, showToast } from '../../shared/design/show-toast.ts'
import { useAction } from '../../shared/design/use-action.ts'
import { EnableAllToggle, enableAllText } from './enable-toggle.tsx'
import { refreshReviews } from './revision-queries.ts'
import { undoMs } from './use-decide-revision.ts'

interface BulkDecisionProps {
  /** Those that may be decided together. */
  readonly clean: readonly PendingRevisionSummary[]
  readonly chosen: readonly PendingRevisionSummary[]
  readonly onChoose: (ids: readonly string[], on: boolean) => void
}

/** Approves or rejects several clean arrivals at once, each by its digest. */
export function BulkDecision({ clean, chosen, onChoose }: BulkDecisionProps) {
  const [enable, setEnable] = useState(false)
  const [asking, setAsking] = useState(false)
  const undo = useAction({
    mutationFn: (rejected: BulkDone['done']) => decideAll(rejected, { decision: 'hold' }),
    onSuccess: ({ done, problems }) => {
      if (done.length > 0) showToast(`${plural(done.length, 'skill')} taken back: waiting again`)
      showProblems(problems, 'taken back')
    },
    onSettled: refreshReviews,
  })
  const decide = useAction({
    mutationFn: (decision: 'approve' | 'reject') =>
      decideAll(chosen, { decision, ...(enable && { enable }) }),
    onSuccess: ({ done, renamed, problems }, decision) => {
      const verb = decision === 'approve' ? 'approved' : 'rejected'
      if (done.length > 0) {
        showToast(`${plural(done.length, 'skill')} ${verb}`, {
          ...(decision === 'reject' && {
            duration: undoMs,
            action: { label: 'Undo', onClick: () => undo.mutate(done) },
          }),
          ...(renamed.length > 0 && {
            description: `Named otherwise, because their names were taken: ${renamed.join(', ')}.`,
          }),
        })
      }
      showProblems(problems, verb)
      onChoose(
        chosen.map(({ id }) => id),
        false,
      )
    },
    onSettled: refreshReviews,
  })
  const all = chosen.length === clean.length
  return (
    <section
      aria-label="Decide together"
      className="card mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2"
    >
      <label className="flex min-h-8 items-center gap-3">
        <input
          type="checkbox"
          checked={all}
          onChange={() =>
            onChoose(
              clean.map(({ id }) => id),
              !all,
            )
          }
          className="size-4 accent-accent"
        />
        Select all that are clean ({clean.length})
      </label>
      {chosen.length > 0 && (
        <div className="ml-auto flex flex-wrap items-center gap-3">
          <EnableAllToggle enable={enable} onEnable={setEnable} />
          <Button disabled={decide.isPending} onClick={() => decide.mutate('reject')}>
            Reject {chosen.length}
          </Button>
          <Button variant="primary" disabled={decide.isPending} onClick={() => setAsking(true)}>
            Approve {chosen.length}
          </Button>
        </div>
      )}
      <Confirm
        open={asking}
        title={`Approve ${plural(chosen.length, 'skill')} without opening them?`}
        description={`Their scans are clean and their licences allowed. What is approved becomes part of the library: ${enableAllText(enable)}. A scan does not prove that a skill is harmless.`}
        confirm="Approve"
        onConfirm={() => decide.mutate('approve')}
        onClose={() => setAsking(false)}
      />
    </section>
  )
}

/** How many of them are named; the list has all. */
const namedProblems = 3

function showProblems(problems: readonly string[], verb: string): void {
  if (problems.length === 0) return
  const more = problems.length - namedProblems
  showErrorMessage(
    `${plural(problems.length, 'skill')} not ${verb}`,
    [...problems.slice(0, namedProblems), ...(more > 0 ? [`And ${more} more.`] : [])].join(' '),
  )
}

interface BulkDone {
  readonly done: readonly PendingRevisionSummary[]
  /** The slugs of those whose own was taken. */
  readonly renamed: readonly string[]
  readonly problems: readonly string[]
}

/** As many as one request takes. */
const maxItems = 500

async function decideAll(
  chosen: readonly PendingRevisionSummary[],
  decided: Pick<PendingRevisionBulkDecision, 'decision' | 'enable'>,
): Promise<BulkDone> {
  const byId = new Map(chosen.map((one) => [one.id, one]))
  const problems: string[] = []
  const renamed: string[] = []
  const done: PendingRevisionSummary[] = []
  for (let from = 0; from < chosen.length; from += maxItems) {
    const items = chosen.slice(from, from + maxItems).map(({ id, digest }) => ({ id, digest }))
    const { results } = await api.reviews.decideMany({ ...decided, items })
    for (const { id, slug, problem } of results) {
      const one = byId.get(id)
      if (problem) problems.push(problem.message)
      else if (one) done.push(one)
      if (slug !== null && slug !== one?.slug) renamed.push(slug)
    }
  }
  return { done, renamed, problems }
}
