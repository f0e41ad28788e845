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
  const decide = useAction({
    mutationFn: (decision: 'approve' | 'reject') =>
      decideAll(chosen, { decision, ...(enable && { enable }) }),
    onSuccess: ({ done, renamed, problems }, decision) => {
      const verb = decision === 'approve' ? 'approved' : 'rejected'
      if (done > 0) {
        showToast(`${plural(done, 'skill')} ${verb}`, {
          ...(renamed.length > 0 && {
            description: `Named otherwise, because their names were taken: ${renamed.join(', ')}.`,
          }),
        })
      }
      const [first] = problems
      if (first) showErrorMessage(`${plural(problems.length, 'skill')} not ${verb}`, first)
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

interface BulkDone {
  readonly done: number
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
  const slugs = new Map(chosen.map(({ id, slug }) => [id, slug]))
  const problems: string[] = []
  const renamed: string[] = []
  let done = 0
  for (let from = 0; from < chosen.length; from += maxItems) {
    const items = chosen.slice(from, from + maxItems).map(({ id, digest }) => ({ id, digest }))
    const { results } = await api.reviews.decideMany({ ...decided, items })
    for (const { id, slug, problem } of results) {
      if (problem) problems.push(problem.message)
      else done += 1
      if (slug !== null && slug !== slugs.get(id)) renamed.push(slug)
    }
  }
  return { done, renamed, problems }
}
