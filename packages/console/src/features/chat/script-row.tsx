import { useQuery } from '@tanstack/react-query'
import { ChevronRight, SquareTerminal } from 'lucide-react'
import { useId, useState } from 'react'
import { classNames } from '../../shared/design/class-names.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { ExecutionLiveRegion } from '../executions/execution-live-region.tsx'
import { ExecutionPanel, StatusBadge } from '../executions/execution-panel.tsx'
import type { ExecutionView } from '../executions/execution-view.ts'
import { formatDuration } from '../executions/status-labels.ts'
import { useExecution } from '../executions/use-execution.ts'
import { callExecutionQuery } from './call-execution-query.ts'
import type { ToolItem } from './conversation-view.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { type ScriptEnd, scriptEnd, scriptEnding, scriptLabel } from './script-call.ts'
import { Json, ToolRow } from './tool-row.tsx'
import { toolSentence } from './tool-sentence.ts'

interface ScriptRowProps {
  readonly tool: ToolItem
}

/** A call that runs something in the sandbox: how it stands, what it prints, what it wrote. */
export function ScriptRow({ tool }: ScriptRowProps) {
  return (
    <>
      {tool.outcome?.status === 'refused' ? <ToolRow tool={tool} /> : <Execution tool={tool} />}
      <ExecutionLiveRegion label={scriptLabel(tool)} ending={scriptEnding(tool)} />
    </>
  )
}

function Execution({ tool }: ScriptRowProps) {
  const { call, outcome } = tool
  const working = outcome === null
  const [open, setOpen] = useState(working)
  const scriptEnding = scriptEnd(tool)
  const shown = open || working
  // It is announced before it is written down, and never is where something forbids it.
  const announced = tool.executionId ?? null
  const { data: there } = useQuery({
    ...callExecutionQuery(announced ?? ''),
    enabled: shown && announced !== null && !scriptEnding?.executionId,
    ...(working ? {} : { refetchInterval: false }),
  })
  const id = scriptEnding?.executionId ?? (there ? announced : null)
  const { view, error } = useExecution(shown ? id : null)
  const panel = useId()
  const label = scriptLabel(tool)
  return (
    <section aria-label={label} className="rounded-lg border border-line bg-surface text-xs">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
        className="flex min-h-8 w-full flex-wrap items-center gap-x-2 rounded-lg px-2.5 py-1 text-left text-ink-2 hover:bg-hover"
      >
        <SquareTerminal size={14} aria-hidden="true" className="shrink-0 text-accent" />
        <span className="min-w-40 flex-1 [overflow-wrap:anywhere]">
          <MarkedText text={toolSentence(tool)} />
        </span>
        <ScriptStatus tool={tool} end={scriptEnding ?? endOfView(view)} />
        <ChevronRight
          size={14}
          aria-hidden="true"
          className={classNames('shrink-0 text-ink-3 transition-transform', open && 'rotate-90')}
        />
      </button>
      <div id={panel} hidden={!open} className="border-t border-line p-2.5">
        {id && <ExecutionPanel id={id} label={label} view={view} error={error} />}
        {!id && (
          <p className="text-ink-2">{working ? 'Preparing the sandbox…' : nothingRun(tool)}</p>
        )}
        <details className="mt-2">
          <summary className="w-fit py-1 text-xs text-ink-3 hover:text-ink">Call as JSON</summary>
          <div className="mt-2 flex flex-col gap-2">
            <Json label="Input" value={call.input} />
            {outcome && (
              <Json
                label="Result"
                value={outcome.status === 'ok' ? outcome.output : outcome.problem}
              />
            )}
          </div>
        </details>
      </div>
    </section>
  )
}

function ScriptStatus({ tool, end }: { readonly tool: ToolItem; readonly end: ScriptEnd | null }) {
  if (!end) return <OutcomeMark tool={tool} />
  return (
    <>
      {end.duration !== null && (
        <span className="shrink-0 text-xs tabular-nums text-ink-3">
          {formatDuration(end.duration)}
        </span>
      )}
      <StatusBadge status={end.status} exitCode={end.exitCode} />
    </>
  )
}

function endOfView({ end }: ExecutionView): ScriptEnd | null {
  return (
    end && {
      executionId: end.id,
      status: end.status,
      exitCode: end.exit_code,
      duration: end.usage?.wall_ms ?? null,
    }
  )
}

function nothingRun({ outcome }: ToolItem): string {
  return outcome && outcome.status !== 'ok' ? outcome.problem.message : 'Nothing was run.'
}
