import type { TraceBody } from '@repertoire/protocol'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, useCallback, useRef } from 'react'
import { useWide } from '../../shared/browser/use-wide.ts'
import { classNames } from '../../shared/design/class-names.ts'
import { Sheet } from '../../shared/design/dialog.tsx'
import { ExportTrace } from './export-trace.tsx'
import { SpanPanel } from './span-panel.tsx'
import { Waterfall } from './waterfall.tsx'
import { WaterfallLegend } from './waterfall-legend.tsx'

/** The waterfall, and the panel of the span whose id is in the address: beside it, or a sheet over it on a phone. */
export function TraceSteps({ trace }: { readonly trace: TraceBody }) {
  const { span: opened } = useSearch({ from: '/app/traces' })
  const navigate = useNavigate()
  const grid = useRef<HTMLTableElement>(null)
  const isWide = useWide()
  const span = trace.spans.find(({ id }) => id === opened)
  const { trace_id } = trace
  const open = useCallback(
    (id: string | undefined) => {
      const search = id === undefined ? { trace_id } : { trace_id, span: id }
      void navigate({ to: '/traces', search, replace: true, resetScroll: false })
    },
    [navigate, trace_id],
  )
  const close = () => {
    open(undefined)
    grid.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
  const panel = span && <SpanPanel key={trace_id} trace={trace} span={span} onClose={close} />
  return (
    <div className={classNames('mb-4', isWide && span && 'flex items-start gap-4')}>
      <div className="min-w-0 flex-1">
        <Waterfall spans={trace.spans} opened={span?.id} onOpen={open} grid={grid} />
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <WaterfallLegend />
          <ExportTrace trace={trace} />
        </div>
      </div>
      {isWide && panel && (
        <aside
          aria-label="The chosen step"
          onKeyDown={onKeyDown}
          className="card fade-in sticky top-4 flex max-h-[calc(100dvh-2rem)] w-[408px] shrink-0 flex-col"
        >
          {panel}
        </aside>
      )}
      {!isWide && (
        <Sheet
          open={panel !== undefined}
          onClose={() => open(undefined)}
          label="The chosen step"
          finalFocus={grid}
          className="fade-in inset-x-0 bottom-0 flex max-h-[85dvh] flex-col overflow-hidden rounded-t-xl border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] shadow-high"
        >
          {panel}
        </Sheet>
      )}
    </div>
  )
}
