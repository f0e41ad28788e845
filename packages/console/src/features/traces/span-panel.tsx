import { Tabs } from '@base-ui/react/tabs'
import type { TraceBody, TraceSpanBody } from '@repertoire/protocol'
import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { IconButton } from '../../shared/design/button.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatCost, formatCount } from '../../shared/design/numbers.ts'
import { TabList } from '../../shared/design/tab-list.tsx'
import { formatDuration } from '../executions/status-labels.ts'
import { PromptTab } from './prompt-tab.tsx'
import { spanContents } from './span-contents.ts'
import { SpanDetails } from './span-details.tsx'
import { spanLabel, statusWords } from './span-labels.ts'
import { SpanTexts } from './span-texts.tsx'
import { callNumbers } from './waterfall-rows.ts'

const tabs = [
  { value: 'input', label: 'Input' },
  { value: 'output', label: 'Output' },
  { value: 'prompt', label: 'Prompt' },
  { value: 'tokens', label: 'Tokens' },
] as const
type Tab = (typeof tabs)[number]['value']

interface SpanPanelProps {
  readonly trace: TraceBody
  readonly span: TraceSpanBody
  readonly onClose: () => void
}

/** What one span was given and what came of it. All its texts are somebody else’s and stand as text. */
export function SpanPanel({ trace, span, onClose }: SpanPanelProps) {
  const [wanted, setWanted] = useState<Tab>(span.kind === 'model' ? 'prompt' : 'input')
  const offered = tabs.filter(
    ({ value }) =>
      (value !== 'prompt' || span.prompt_digest !== null) &&
      (value !== 'tokens' || span.usage !== null),
  )
  const tab = offered.some(({ value }) => value === wanted) ? wanted : 'input'
  const label = spanLabel(span, callNumbers(trace.spans).get(span.id) ?? null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { '[': -1, ']': 1 }[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const at = offered.findIndex(({ value }) => value === tab)
    setWanted(offered[(at + step + offered.length) % offered.length]?.value ?? 'input')
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys beside those of the tabs
    <div onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-2 py-3 pl-5 pr-3">
        <h2 className="min-w-0 flex-1 truncate text-base font-semibold">
          <MarkedText text={label.slice(0, 120)} />
        </h2>
        <span className="shrink-0 text-xs tabular-nums text-ink-2">{headline(span)}</span>
        <IconButton label="Close the panel" onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      <Tabs.Root
        value={tab}
        onValueChange={(value) => setWanted(value as Tab)}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="px-5">
          <TabList label="About the step" tabs={offered} />
        </div>
        <section
          aria-label="Details"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto px-5 py-4 outline-offset-[-2px]"
        >
          <Tabs.Panel value={tab} tabIndex={-1} className="mb-5 flex flex-col gap-3">
            <TabBody tab={tab} trace={trace} span={span} />
          </Tabs.Panel>
          <SpanDetails trace={trace} span={span} />
        </section>
      </Tabs.Root>
    </div>
  )
}

function headline({ started_at, ended_at, cost, status }: TraceSpanBody): string {
  const took =
    ended_at === null
      ? statusWords[status]
      : formatDuration(Date.parse(ended_at) - Date.parse(started_at))
  return cost === null ? took : `${took} · ${formatCost(cost)}`
}

type TabBodyProps = Pick<SpanPanelProps, 'trace' | 'span'> & { readonly tab: Tab }

function TabBody({ tab, trace, span }: TabBodyProps) {
  if (tab === 'prompt') return <PromptTab trace={trace} span={span} />
  if (tab === 'tokens') return <TokensTab span={span} />
  const { input, output } = spanContents(span, trace)
  return tab === 'input' ? (
    <SpanTexts texts={input} none="It was given nothing that the log has." />
  ) : (
    <SpanTexts texts={output} none="Nothing came of it so far." />
  )
}

function TokensTab({ span: { usage, cost } }: { readonly span: TraceSpanBody }) {
  const rows = [
    ['In', usage?.input_tokens ?? null],
    ['Of them cached', usage?.cached_tokens ?? null],
    ['Out', usage?.output_tokens ?? null],
  ] as const
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-2 tabular-nums">
      {rows.map(([label, count]) => (
        <Figure key={label} label={label} value={count === null ? 'unknown' : formatCount(count)} />
      ))}
      <Figure label="Cost" value={cost === null ? 'unknown' : formatCost(cost)} />
    </dl>
  )
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt className="text-ink-2">{label}</dt>
      <dd className="text-right">{value}</dd>
    </>
  )
}
