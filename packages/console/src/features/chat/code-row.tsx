import { Braces, ChevronRight } from 'lucide-react'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { ExecutionLiveRegion } from '../executions/execution-live-region.tsx'
import { StatusBadge } from '../executions/execution-panel.tsx'
import { plainText } from '../executions/plain-text.ts'
import { formatDuration } from '../executions/status-labels.ts'
import { type CodeEnd, codeEnd, codeEnding, codeLabel, codeOf } from './code-call.ts'
import type { ToolItem } from './conversation-view.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { Json, ToolRow } from './tool-row.tsx'
import { toolSentence } from './tool-sentence.ts'

/** A call that runs code: what was run, what it logged and returned, which skills it read. */
export function CodeRow({ tool }: { readonly tool: ToolItem }) {
  if (tool.outcome !== null && tool.outcome.status !== 'ok') return <ToolRow tool={tool} />
  const end = codeEnd(tool)
  const code = codeOf(tool)
  return (
    <>
      <details className="group rounded-lg border border-line bg-surface text-xs">
        <summary className="flex min-h-8 list-none flex-wrap items-center gap-x-2 rounded-lg px-2.5 py-1 text-ink-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
          <Braces size={14} aria-hidden="true" className="shrink-0 text-accent" />
          <span className="min-w-40 flex-1 [overflow-wrap:anywhere]">
            <MarkedText text={toolSentence(tool)} />
            {end && <span className="text-ink-3">{readLabel(end)}</span>}
          </span>
          {end?.duration != null && (
            <span className="shrink-0 text-xs tabular-nums text-ink-3">
              {formatDuration(end.duration)}
            </span>
          )}
          {end ? <StatusBadge status={end.status} exitCode={null} /> : <OutcomeMark tool={tool} />}
          <ChevronRight
            size={14}
            aria-hidden="true"
            className="shrink-0 text-ink-3 transition-transform group-open:rotate-90"
          />
        </summary>
        <div className="flex flex-col gap-2 border-t border-line p-2.5">
          {code ? (
            <Block label="Code" text={code} />
          ) : (
            <Json label="Input" value={tool.call.input} />
          )}
          {end?.error && <Block label="Error" text={end.error} bad />}
          {end?.logs && <Block label="Logged" text={end.logs} />}
          {end?.result && <Block label="Result" text={end.result} />}
          {end && !end.error && !end.result && <p className="text-ink-3">It returned nothing.</p>}
        </div>
      </details>
      <ExecutionLiveRegion label={codeLabel(tool)} ending={codeEnding(tool)} />
    </>
  )
}

function readLabel({ skillsRead }: CodeEnd): string {
  return skillsRead.length === 0 ? '' : ` — read ${skillsRead.join(', ')}`
}

interface BlockProps {
  readonly label: string
  readonly text: string
  readonly bad?: boolean
}

/** Somebody else's words, as plain text. */
function Block({ label, text, bad = false }: BlockProps) {
  return (
    <section aria-label={label}>
      <p className="mb-1 text-xs text-ink-3">{label}</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long text is scrolled with the keyboard
        tabIndex={0}
        className={`max-h-72 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-inset p-2 font-mono text-xs [overflow-wrap:anywhere] ${bad ? 'text-bad-ink' : 'text-ink'}`}
      >
        <MarkedText text={plainText(`${text}\n`).text.trimEnd()} />
      </pre>
    </section>
  )
}
