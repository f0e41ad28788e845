import { renderAnnotations } from '@repertoire/skill-md/text'
import { Link } from '@tanstack/react-router'
import { Pencil, Square } from 'lucide-react'
import { memo, useContext } from 'react'
import { IconButton } from '../../shared/design/button.tsx'
import { Markdown } from '../../shared/design/markdown.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { useCan } from '../../shared/session/use-me.ts'
import { ProposalCard } from '../revisions/proposal-card.tsx'
import { ApprovalRow } from './approval-row.tsx'
import { runsCode } from './code-call.ts'
import { CodeRow } from './code-row.tsx'
import type { TextItem, ToolItem, TurnItem, TurnView } from './conversation-view.ts'
import { ForkGroup } from './fork-group.tsx'
import { memoriesOf } from './memory-item.ts'
import { MemoryRow } from './memory-row.tsx'
import { MessageActionsContext } from './message-actions.ts'
import { RunTimeline } from './run-timeline.tsx'
import { runsScript } from './script-call.ts'
import { ScriptRow } from './script-row.tsx'
import { skillOfProposal } from './skill-of-proposal.ts'
import { SkillsInContext } from './skills-in-context.tsx'
import { StartedBy } from './started-by.tsx'
import { ToolRow } from './tool-row.tsx'
import { WithdrawnLines } from './withdrawn-skills.tsx'

interface TurnProps {
  readonly conversationId: string
  readonly turn: TurnView
  readonly last: boolean
}

/** One question and everything that came of it. */
export const Turn = memo(function Turn({ conversationId, turn, last }: TurnProps) {
  return (
    <article
      aria-label={renderAnnotations(turn.message?.text.slice(0, 80) ?? 'Turn')}
      className="flex flex-col gap-3 py-5"
    >
      <StartedBy turn={turn} />
      {turn.message && <EditableMessage text={turn.message.text} />}
      <WithdrawnLines events={turn.events} />
      {turn.items.map((item, index) => (
        <Item
          key={itemKey(item)}
          item={item}
          newest={index === turn.items.length - 1}
          conversationId={conversationId}
        />
      ))}
      {turn.status === 'running' && <ProgressLine items={turn.items} />}
      {turn.crashes > 0 && (
        <p className="text-xs text-ink-3">The server was restarted and went on with this run.</p>
      )}
      {turn.problem && <Problem conversationId={conversationId} problem={turn.problem} />}
      {turn.status === 'cancelled' && <StoppedNotice last={last} />}
      <RunTimeline conversationId={conversationId} turn={turn} last={last} />
    </article>
  )
})

interface ProblemProps {
  readonly conversationId: string
  readonly problem: NonNullable<TurnView['problem']>
}

/** Why a turn failed. A full conversation can go on as soon as something is dropped. */
function Problem({ conversationId, problem }: ProblemProps) {
  const mends = useCan('settings.write')
  return (
    <Notice tone="bad" title={problem.message}>
      {problem.hint}
      {problem.code.startsWith('model.') && mends && (
        <p className="mt-1">
          <Link to="/settings/models" className="underline">
            Open Settings → Models
          </Link>
        </p>
      )}
      {problem.code === 'context.full' && (
        <div className="mt-3 flex flex-col gap-2">
          <SkillsInContext conversationId={conversationId} title="Texts of skills that take room" />
          <p>Then send your message again.</p>
        </div>
      )}
    </Notice>
  )
}

/** Nothing is lost by stopping: the agent goes on from what is there. */
function StoppedNotice({ last }: { readonly last: boolean }) {
  const { send, ready } = useContext(MessageActionsContext)
  return (
    <p className="flex items-center gap-2 text-xs text-ink-3">
      <Square size={12} aria-hidden="true" /> <span>Stopped by you.</span>
      {last && (
        <button
          type="button"
          disabled={!ready}
          onClick={() => send('Continue')}
          className="min-h-6 text-accent-ink underline underline-offset-2 disabled:text-ink-3"
        >
          Continue
        </button>
      )}
    </p>
  )
}

function EditableMessage({ text }: { readonly text: string }) {
  const { edit } = useContext(MessageActionsContext)
  return (
    <div className="group/message ml-auto flex max-w-[90%] items-center justify-end gap-1">
      <IconButton
        label="Edit and send again"
        onClick={() => edit(text)}
        className="opacity-0 focus-visible:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100"
      >
        <Pencil size={14} aria-hidden="true" />
      </IconButton>
      <PersonMessage text={text} />
    </div>
  )
}

/** What a person wrote. */
export function PersonMessage({
  text,
  faded,
}: {
  readonly text: string
  readonly faded?: boolean
}) {
  return (
    <div
      className={`ml-auto min-w-0 max-w-[90%] whitespace-pre-wrap rounded-xl rounded-br bg-seg px-3.5 py-2.5 text-base [overflow-wrap:anywhere] ${faded ? 'text-ink-3' : ''}`}
    >
      <span className="sr-only">You: </span>
      <MarkedText text={text} />
    </div>
  )
}

interface ItemProps {
  readonly item: TurnItem
  readonly newest: boolean
  readonly conversationId: string
}

function Item({ item, newest, conversationId }: ItemProps) {
  if (item.kind === 'text')
    return item.text === '' ? null : <AnswerText item={item} newest={newest} />
  return (
    <div className="flex flex-col gap-2">
      {item.fork ? (
        <ForkGroup
          tool={item}
          fork={item.fork}
          renderItem={(inner) => (
            <Item
              key={itemKey(inner)}
              item={inner}
              newest={false}
              conversationId={conversationId}
            />
          )}
        />
      ) : runsScript(item) ? (
        <ScriptRow tool={item} />
      ) : runsCode(item) ? (
        <CodeRow tool={item} />
      ) : (
        <ToolRow tool={item} />
      )}
      <ProposalNotice item={item} />
      <MemoryNote conversationId={conversationId} item={item} />
      {item.approval && <ApprovalRow conversationId={conversationId} asked={item.approval} />}
    </div>
  )
}

/** A skill the agent wrote down waits for a person. */
function ProposalNotice({ item }: { readonly item: ToolItem }) {
  const proposed = skillOfProposal(item)
  return proposed && <ProposalCard id={proposed.id} name={proposed.name} />
}

/** What the agent noted about the person, who can take it back. */
function MemoryNote({
  conversationId,
  item,
}: {
  readonly conversationId: string
  readonly item: ToolItem
}) {
  const remembered = memoriesOf(item)
  return remembered && <MemoryRow conversationId={conversationId} remembered={remembered} />
}

function AnswerText({ item, newest }: { readonly item: TextItem; readonly newest: boolean }) {
  return (
    <div data-answer-start={newest || undefined}>
      <p className="mb-1 flex items-center gap-2 text-xs text-ink-3">
        <span className="sr-only">Agent: </span>
        {item.demo ? (
          <span className="rounded border border-warn/40 bg-warn-soft px-1.5 text-warn-ink">
            Demo model
          </span>
        ) : (
          item.modelLabel
        )}
      </p>
      <Markdown text={item.text} codeBlocks />
    </div>
  )
}

function ProgressLine({ items }: { readonly items: readonly TurnItem[] }) {
  const last = items.at(-1)
  if (last?.kind === 'text' && last.text !== '') return null
  return (
    <p className="flex items-center gap-2 text-xs text-ink-3">
      <span aria-hidden="true" className="pulse-soft size-2 rounded-full bg-accent" /> Working…
    </p>
  )
}

function itemKey(item: TurnItem): string {
  return item.kind === 'text' ? `text-${item.step}` : item.call.id
}
