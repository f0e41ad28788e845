import { useState } from 'react'
import { Button } from '../../shared/design/button.tsx'
import { Confirm } from '../../shared/design/dialog.tsx'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { EnableAllToggle, enableAllText } from '../revisions/enable-toggle.tsx'
import { BulkProgressView } from './bulk-progress.tsx'
import { reasonText } from './inbox-labels.ts'
import type { BulkRun } from './use-bulk-decision.ts'

export interface ReasonCount {
  readonly alike: string
  readonly count: number
}

interface BulkPaneProps {
  /** How many are chosen. */
  readonly count: number
  /** The same by their reasons, the most first. */
  readonly reasons: readonly ReasonCount[]
  readonly run: BulkRun | null
  readonly onDecide: (decision: 'approve' | 'reject', enable: boolean) => void
  readonly onStop: () => void
  readonly onUndo: () => void
  readonly onClear: () => void
}

/** Decides about many imports and updates together, after a question. */
export function BulkPane(props: BulkPaneProps) {
  const { count, reasons, run, onDecide, onStop, onUndo, onClear } = props
  const [enable, setEnable] = useState(false)
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null)
  if (run) {
    return <BulkProgressView run={run} onStop={onStop} onUndo={onUndo} onClose={onClear} />
  }
  return (
    <section aria-label="Decide together" className="w-full max-w-[784px] px-4 py-5 sm:px-8">
      <h2 className="text-xl">
        {plural(count, 'import or update', 'imports and updates')} selected
      </h2>
      <p className="mt-1 text-ink-2">
        Each is decided by exactly the content it has now. What is not clean, or has a licence that
        is not allowed, is not approved together: it is named afterwards and stays here.
      </p>
      <ul
        aria-label="Why they wait"
        className="card mt-4 max-h-[40vh] divide-y divide-line overflow-y-auto"
      >
        {reasons.map(({ alike, count: some }) => (
          <li key={alike} className="flex items-baseline justify-between gap-4 px-4 py-2">
            <span className="min-w-0 [overflow-wrap:anywhere]">{reasonText(alike)}</span>
            <span className="tabular-nums text-ink-2">{formatCount(some)}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4">
        <EnableAllToggle enable={enable} onEnable={setEnable} />
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => setAsking('approve')}>
          Approve {formatCount(count)}…
        </Button>
        <Button onClick={() => setAsking('reject')}>Reject {formatCount(count)}…</Button>
        <Button variant="quiet" onClick={onClear}>
          Clear selection
        </Button>
      </div>
      <Confirm
        open={asking !== null}
        title={
          asking === 'reject'
            ? `Reject ${formatCount(count)}?`
            : `Approve ${formatCount(count)} without opening them?`
        }
        description={
          asking === 'reject'
            ? 'Exactly these contents are not asked about again. A later update of them is.'
            : `What is clean becomes part of the library: ${enableAllText(enable)}. A scan does not prove that a skill is harmless.`
        }
        confirm={asking === 'reject' ? 'Reject' : 'Approve'}
        onConfirm={() => asking && onDecide(asking, enable)}
        onClose={() => setAsking(null)}
      />
    </section>
  )
}
