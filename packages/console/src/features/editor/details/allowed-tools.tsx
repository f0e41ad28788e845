import type { SkillLimitsBody, ToolListBody } from '@repertoire/protocol'
import { ArrowRight, Check, CircleHelp } from 'lucide-react'
import { classNames } from '../../../shared/design/class-names.ts'

interface AllowedToolsProps {
  readonly tools: ToolListBody
  /** What they mean here; they restrict until it is known. */
  readonly limits?: Pick<SkillLimitsBody, 'meaning' | 'preapproves'> | undefined
}

/** The tools a skill holds an agent to, in its own words and in ours. */
export function AllowedTools({ tools, limits }: AllowedToolsProps) {
  const { listed, restricts } = tools
  return (
    <>
      {listed.length > 0 && (
        <ul aria-label="Allowed tools" className="mb-2 flex flex-wrap gap-1.5">
          {listed.map(({ written, tool, pattern }, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and may say a thing twice
              key={at}
              className={classNames(
                'flex max-w-full items-center gap-1.5 rounded-full border px-2.5 py-0.5 font-mono text-xs [overflow-wrap:anywhere]',
                tool === null || pattern === 'undecided'
                  ? 'border-dashed border-line-strong text-ink-2'
                  : 'border-accent/25 bg-accent-soft text-accent-ink',
              )}
            >
              {written}
              {tool !== null && tool !== written && (
                <>
                  <ArrowRight size={11} aria-label="is here" className="shrink-0" /> {tool}
                </>
              )}
              {tool !== null && pattern && <PatternNote holds={pattern === 'holds'} />}
              {tool === null && (
                <span className="flex items-center gap-1 font-sans">
                  <CircleHelp size={11} aria-hidden="true" className="shrink-0" /> unknown here
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="max-w-prose text-xs text-ink-2">
        {limits?.meaning === 'preapprove' && restricts
          ? preapprovalSentence(limits.preapproves)
          : sentence(restricts, listed)}
      </p>
    </>
  )
}

function PatternNote({ holds }: { readonly holds: boolean }) {
  const Icon = holds ? Check : CircleHelp
  return (
    <span className="flex items-center gap-1 font-sans">
      <Icon size={11} aria-hidden="true" className="shrink-0" />{' '}
      {holds ? 'only matching calls' : 'cannot be decided, allows nothing'}
    </span>
  )
}

function sentence(restricts: boolean, listed: ToolListBody['listed']): string {
  if (!restricts) {
    return listed.length === 0
      ? 'The skill names no tools, so it holds nothing back.'
      : 'The list names nothing, so it holds nothing back.'
  }
  const known = listed.some(({ tool, pattern }) => tool !== null && pattern !== 'undecided')
  const rule =
    'While the skill is active, for the rest of the turn in which it was read, or in its sub-agent, a call of another tool is refused, whoever approved it, unless the list of another such skill allows it. Tools that handle skills themselves stay.'
  return known ? rule : `None of these allows a tool here: no other tool can be called. ${rule}`
}

function preapprovalSentence(preapproves: boolean): string {
  const others = 'Other tools are not refused.'
  return preapproves
    ? `Here the list pre-approves: while the skill is active, those of these tools that are confirmed once are not asked about. What always asks still asks. ${others}`
    : `Here the list would pre-approve, but no person of the organisation approved this revision, so every question is asked as without it. ${others}`
}
