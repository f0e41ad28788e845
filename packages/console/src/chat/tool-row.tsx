import {
  Ban,
  ChevronRight,
  CircleDashed,
  CircleOff,
  Hand,
  List,
  LogOut,
  Search,
  Sparkle,
  Wrench,
} from 'lucide-react'
import type { ToolItem } from './conversation-view.ts'
import { toolSentence } from './tool-sentence.ts'

const icons: Record<string, typeof Search> = {
  search_skills: Search,
  enable_skill: Sparkle,
  disable_skill: LogOut,
  list_enabled_skills: List,
}

/** A tool call in one readable line, with its JSON behind it. */
export function ToolRow({ tool }: { readonly tool: ToolItem }) {
  const { call, outcome } = tool
  const problem = outcome && outcome.status !== 'ok' ? outcome.problem : null
  const Icon = Object.hasOwn(icons, call.name) ? (icons[call.name] ?? Wrench) : Wrench
  return (
    <details className="group rounded-lg border border-transparent text-xs open:border-line open:bg-surface">
      <summary className="flex min-h-7 list-none items-center gap-2 rounded-lg px-2 py-1 text-ink-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <Icon size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {toolSentence(tool)}
          {problem && <span className="text-ink-3"> — {problem.message}</span>}
        </span>
        <OutcomeMark tool={tool} />
        <ChevronRight
          size={14}
          aria-hidden="true"
          className="shrink-0 text-ink-3 transition-transform group-open:rotate-90"
        />
      </summary>
      <div className="flex flex-col gap-2 px-3 pb-3 pt-1">
        {problem?.hint && <p className="text-ink-2 [overflow-wrap:anywhere]">{problem.hint}</p>}
        <Json label="Input" value={call.input} />
        {outcome && (
          <Json label="Result" value={outcome.status === 'ok' ? outcome.output : outcome.problem} />
        )}
      </div>
    </details>
  )
}

function OutcomeMark({ tool: { outcome, approval } }: { readonly tool: ToolItem }) {
  if (outcome?.status === 'ok') return null
  const [Icon, words] =
    outcome?.status === 'refused'
      ? ([Ban, 'Refused'] as const)
      : outcome?.status === 'interrupted'
        ? ([CircleOff, 'Interrupted'] as const)
        : approval?.status === 'pending'
          ? ([Hand, 'Waiting'] as const)
          : ([CircleDashed, 'Working'] as const)
  return (
    <span className="flex shrink-0 items-center gap-1 text-2xs text-ink-3">
      <Icon size={13} aria-hidden="true" /> {words}
    </span>
  )
}

/** Data as it is, for people who want to see it. */
export function Json({ label, value }: { readonly label: string; readonly value: unknown }) {
  return (
    <div>
      <p className="mb-1 text-2xs text-ink-3">{label}</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long JSON is scrolled with the keyboard
        tabIndex={0}
        className="max-h-72 overflow-auto rounded-md border border-line bg-inset p-2 font-mono text-2xs"
      >
        {JSON.stringify(value, null, 2)}
      </pre>
    </div>
  )
}
