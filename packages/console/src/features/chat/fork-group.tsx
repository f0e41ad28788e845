import { ChevronRight, GitFork } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { classNames } from '../../shared/design/class-names.ts'
import { Markdown } from '../../shared/design/markdown.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import type { ForkView, ToolItem, TurnItem } from './conversation-view.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { TodoList } from './todo-list.tsx'
import { inputText } from './tool-call-labels.ts'

interface ForkGroupProps {
  readonly tool: ToolItem
  readonly fork: ForkView
  /** One thing the sub-agent said or did. */
  readonly renderItem: (item: TurnItem) => ReactNode
}

/** A sub-agent in the call that began it: its task, what it did, and the compact result. */
export function ForkGroup({ tool, fork, renderItem }: ForkGroupProps) {
  const { outcome } = tool
  const working = outcome === null
  const [open, setOpen] = useState(working)
  const asks = fork.items.some(
    (item) => item.kind === 'tool' && item.approval?.status === 'pending',
  )
  // A question nobody sees is not answered.
  useEffect(() => {
    if (asks) setOpen(true)
  }, [asks])
  const id = useId()
  return (
    <section
      aria-label={`Sub-agent with ${fork.skill.slug}`}
      className="rounded-lg border border-line bg-surface text-xs"
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-8 w-full items-center gap-2 rounded-lg px-2.5 py-1 text-left text-ink-2 hover:bg-hover"
      >
        <GitFork size={14} aria-hidden="true" className="shrink-0 text-accent" />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{sentence(tool, fork)}</span>
        <span className="shrink-0 text-xs tabular-nums text-ink-3">{effort(fork)}</span>
        <OutcomeMark tool={tool} />
        <ChevronRight
          size={14}
          aria-hidden="true"
          className={classNames('shrink-0 text-ink-3 transition-transform', open && 'rotate-90')}
        />
      </button>
      <div id={id} hidden={!open} className="border-t border-line px-3 py-3">
        <Part label="Task">
          <p className="max-h-40 overflow-y-auto whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
            <MarkedText text={fork.task} />
          </p>
        </Part>
        <div className="my-3 flex flex-col gap-2 border-l-2 border-accent/30 pl-3">
          {itemsBeforeResult(tool, fork).map(renderItem)}
          <TodoList items={fork.todo} />
        </div>
        <Result tool={tool} />
      </div>
    </section>
  )
}

/** Its last words are the result, which has a place of its own. */
function itemsBeforeResult({ outcome }: ToolItem, { items }: ForkView): readonly TurnItem[] {
  const last = items.at(-1)
  if (outcome?.status !== 'ok' || last?.kind !== 'text') return items
  return last.text.trim() === inputText(outcome.output, 'result') ? items.slice(0, -1) : items
}

function sentence({ outcome }: ToolItem, { skill }: ForkView): string {
  if (outcome === null) return `A sub-agent carries out ${skill.slug}`
  if (outcome.status === 'ok') return `A sub-agent carried out ${skill.slug}`
  return `A sub-agent came to no result with ${skill.slug}`
}

/** What it took so far. Tokens stand here where any are known. */
function effort({ steps, tokens }: ForkView): string {
  const parts = [plural(steps, 'step')]
  if (tokens > 0) parts.push(`${formatCount(tokens)} tokens`)
  return parts.join(' · ')
}

function Result({ tool: { outcome } }: { readonly tool: ToolItem }) {
  if (outcome === null) return null
  if (outcome.status !== 'ok') {
    return (
      <Notice tone="warn" title={outcome.problem.message}>
        {outcome.problem.hint}
      </Notice>
    )
  }
  return (
    <Part label="Result for the main agent">
      <Markdown text={inputText(outcome.output, 'result')} codeBlocks />
    </Part>
  )
}

function Part({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 text-xs text-ink-3">{label}</p>
      {children}
    </div>
  )
}
