import type { TraceBody, TraceSpanBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { promptQuery } from '../../shared/api/queries.ts'
import { Badge, type BadgeVariant } from '../../shared/design/badge.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { plural } from '../../shared/design/numbers.ts'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { DiffView } from '../../shared/reading/diff-view.tsx'
import {
  type BlockChange,
  type ComparedBlock,
  compareBlocks,
  formatTokenChange,
  promptBlocks,
  tokensAdded,
  tokensIn,
} from './prompt-blocks.ts'
import { callBefore } from './span-contents.ts'
import { callNumbers } from './waterfall-rows.ts'

interface PromptTabProps {
  readonly trace: TraceBody
  readonly span: TraceSpanBody
}

/** The prompt of a model call in named blocks, beside that of the call before. */
export function PromptTab({ trace, span }: PromptTabProps) {
  const conversationId = trace.runs.find(({ run_id }) => run_id === span.run_id)?.conversation_id
  const before = callBefore(span, trace.spans)
  const prompt = usePrompt(conversationId, span.prompt_digest)
  const earlier = usePrompt(conversationId, before?.prompt_digest)
  if (!prompt.data) return <QueryPlaceholder for={prompt} what="The prompt" />
  const blocks = compareBlocks(
    promptBlocks(prompt.data.system),
    earlier.data ? promptBlocks(earlier.data.system) : null,
  )
  const number = before && callNumbers(trace.spans).get(before.id)
  return (
    <>
      <PromptDifference blocks={blocks} number={earlier.data ? number : undefined} />
      <ol aria-label="Blocks of the prompt" className="flex flex-col gap-2">
        {blocks.map((block) => (
          <li key={`${span.id} ${block.key} ${block.change}`}>
            <Block block={block} />
          </li>
        ))}
      </ol>
    </>
  )
}

function usePrompt(conversationId: string | undefined, digest: string | null | undefined) {
  return useQuery({
    ...promptQuery(conversationId ?? '', digest ?? ''),
    enabled: Boolean(conversationId && digest),
  })
}

interface PromptDifferenceProps {
  readonly blocks: readonly ComparedBlock[]
  /** Of the model call that it is compared with. */
  readonly number: number | undefined
}

function PromptDifference({ blocks, number }: PromptDifferenceProps) {
  if (number === undefined) {
    return (
      <p className="text-xs text-ink-2">The first model call; there is none to compare with.</p>
    )
  }
  const changed = blocks.filter(({ change }) => change !== 'same').length
  const growth = sum(blocks.map(tokensAdded))
  return (
    <p className="flex flex-wrap items-center gap-2 text-xs text-ink-2">
      <span className="flex-1">Against model call {number}</span>
      <Badge>
        {changed} of {blocks.length} changed
      </Badge>
      {growth !== 0 && (
        <Badge tone={growth > 0 ? 'good' : 'neutral'} title="Estimated">
          {formatTokenChange(growth)}
        </Badge>
      )}
    </p>
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

const tones: Readonly<Record<Exclude<BlockChange, 'same'>, BadgeVariant>> = {
  new: 'good',
  changed: 'warn',
  gone: 'bad',
}

function Block({ block }: { readonly block: ComparedBlock }) {
  const { name, text, change, before } = block
  const mark = change === null || change === 'same' ? null : change
  return (
    <details open={mark !== null} className="group card overflow-hidden">
      <summary className="flex min-h-8 cursor-default items-center gap-2 px-3 py-1.5 outline-offset-[-2px] hover:bg-hover">
        <ChevronRight
          size={14}
          aria-hidden="true"
          className="shrink-0 text-ink-3 group-open:rotate-90"
        />
        <span className="min-w-0 truncate font-medium">
          <MarkedText text={name} />
        </span>
        {mark && <Badge tone={tones[mark]}>{mark}</Badge>}
        <span
          className="ml-auto shrink-0 text-xs tabular-nums text-ink-3"
          title={plural((text || before).length, 'character')}
        >
          {mark === 'changed' && `${formatTokenChange(tokensAdded(block))}, `}
          about {plural(tokensIn(text || before), 'token')}
        </span>
      </summary>
      {mark === 'changed' ? (
        <div className="border-t border-line p-2">
          <DiffView
            label={`What changed in ${name}`}
            before={before}
            after={text}
            path="prompt.txt"
          />
        </div>
      ) : (
        <pre className="whitespace-pre-wrap border-t border-line bg-inset p-3 font-mono text-xs [overflow-wrap:anywhere]">
          <MarkedText text={text || before} />
        </pre>
      )}
    </details>
  )
}
