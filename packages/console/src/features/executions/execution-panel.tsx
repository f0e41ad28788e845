import { Square } from 'lucide-react'
import { api } from '../../shared/api/api.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { Button } from '../../shared/design/button.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { Failed } from '../../shared/design/states.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { ExecutionFiles } from './execution-files.tsx'
import type { ExecutionView } from './execution-view.ts'
import { statusLabel, usageLabel } from './status-labels.ts'
import { TerminalOutput } from './terminal-output.tsx'

interface ExecutionPanelProps {
  readonly id: string
  /** What is run, as the output is named. */
  readonly label: string
  readonly view: ExecutionView
  readonly error: unknown
}

/** An execution with what it prints, how it stands, what it took and what it wrote. */
export function ExecutionPanel({ id, label, view, error }: ExecutionPanelProps) {
  const { end } = view
  if (error) return <Failed what="What was run could not be read" error={error} />
  if (end?.status === 'refused') {
    return (
      <Notice tone="warn" title="It was not run">
        {end.stderr}
      </Notice>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-ink-2">
        <StatusBadge status={end?.status ?? view.status} exitCode={end?.exit_code ?? null} />
        {end?.usage && <span>{usageLabel(end.usage)}</span>}
        {!end && <CancelButton id={id} label={label} />}
      </div>
      <TerminalOutput label={label} view={view} />
      {end && <ExecutionFiles execution={end} />}
    </div>
  )
}

interface StatusBadgeProps {
  readonly status: string
  readonly exitCode: number | null
}

/** How it stands, in words, with the exit code when there is one. */
export function StatusBadge({ status, exitCode }: StatusBadgeProps) {
  const { words, tone } = statusLabel(status)
  return (
    <Badge tone={tone}>
      {words}
      {exitCode !== null && `, exit code ${exitCode}`}
    </Badge>
  )
}

function CancelButton({ id, label }: { readonly id: string; readonly label: string }) {
  const cancel = useAction({
    mutationFn: () => api.executions.cancel(id),
  })
  return (
    <Button
      size="small"
      disabled={cancel.isPending || cancel.isSuccess}
      aria-label={`Cancel ${label}`}
      onClick={() => cancel.mutate()}
    >
      <Square size={11} aria-hidden="true" />{' '}
      {cancel.isIdle || cancel.isError ? 'Cancel' : 'Cancelling…'}
    </Button>
  )
}
