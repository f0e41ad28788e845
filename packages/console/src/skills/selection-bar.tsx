import { Button } from '../design/button.tsx'
import type { useSelection } from './use-selection.ts'

interface SelectionBarProps {
  readonly selection: ReturnType<typeof useSelection>
  readonly writable: boolean
  /** False while it still shows what was asked for before. */
  readonly settled: boolean
  /** Whether more match than are shown. */
  readonly more: boolean
  /** How many there are, in words. */
  readonly summary: string
}

/** Selecting what is shown, or all that match the filters, and how many that are. */
export function SelectionBar({ selection, writable, settled, more, summary }: SelectionBarProps) {
  const { allShown, gathering, selectShown, selectMatching } = selection
  return (
    <div className="mb-2 flex min-h-7 flex-wrap items-center gap-3 px-1 text-xs text-ink-3">
      {writable && (
        <label className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={allShown}
            disabled={!settled}
            onChange={(event) => selectShown(event.target.checked)}
          />
          Select all shown
        </label>
      )}
      {writable && allShown && more && (
        <Button size="small" disabled={gathering} onClick={() => void selectMatching()}>
          {gathering ? 'Selecting…' : 'Select all that match'}
        </Button>
      )}
      <span role="status" className="ml-auto">
        {summary}
      </span>
    </div>
  )
}
