import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../shared/design/button.tsx'
import { Confirm } from '../../shared/design/dialog.tsx'
import { plural } from '../../shared/design/numbers.ts'

interface BulkBarProps {
  readonly count: number
  /** Two that are selected; null for any other number. */
  readonly pair: readonly [string, string] | null
  /** How many are done while a bulk action runs; null otherwise. */
  readonly done: number | null
  readonly onEnable: (enabled: boolean) => void
  readonly onDelete: () => void
  readonly onClear: () => void
}

/** What can be done with the selected skills. */
export function BulkBar({ count, pair, done, onEnable, onDelete, onClear }: BulkBarProps) {
  const [asking, setAsking] = useState(false)
  const busy = done !== null
  return (
    <div
      role="toolbar"
      aria-label="Selected skills"
      data-page-foot
      className="popup fade-in sticky bottom-4 z-10 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 px-3 py-2"
    >
      <span role="status" className="px-1 text-xs font-medium">
        {busy ? `${done} of ${count} done` : `${plural(count, 'skill')} selected`}
      </span>
      <Button size="small" disabled={busy} onClick={() => onEnable(true)}>
        Enable
      </Button>
      <Button size="small" disabled={busy} onClick={() => onEnable(false)}>
        Disable
      </Button>
      {pair && (
        <Link
          to="/skills/compare"
          search={{ from: pair[1], to: pair[0] }}
          className={buttonClass('secondary', 'small')}
        >
          Compare
        </Link>
      )}
      <Button size="small" variant="danger" disabled={busy} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Button size="small" variant="quiet" disabled={busy} onClick={onClear}>
        Clear
      </Button>
      <Confirm
        open={asking}
        title={`Delete ${plural(count, 'skill')}?`}
        description="They go for everybody who can see them, and can be restored for 30 days. Disable them instead to keep them."
        confirm={`Delete ${plural(count, 'skill')}`}
        onConfirm={onDelete}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}
