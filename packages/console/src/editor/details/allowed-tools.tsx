import type { ToolListBody } from '@repertoire/protocol'
import { ArrowRight, Check, CircleHelp } from 'lucide-react'
import { classNames } from '../../design/class-names.ts'

/** D7: the tools a skill holds an agent to, in its own words and in ours. */
export function AllowedTools({ tools }: { readonly tools: ToolListBody }) {
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
      <p className="max-w-prose text-xs text-ink-2">{sentence(restricts, listed)}</p>
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
