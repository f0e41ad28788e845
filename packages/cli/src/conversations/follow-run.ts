import type { WireEvent } from '@repertoire/client'
import { digestOf, questionOf } from '../approvals/approval-question.ts'
import { askPerson, sendAnswer } from '../approvals/ask-person.ts'
import type { CommandContext } from '../command/command-context.ts'
import { type ExitCode, exitCodes } from '../command/exit-codes.ts'
import type { Server } from '../connection/api.ts'
import { commandHint } from '../connection/command-hints.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import { createLiveText } from './live-text.ts'
import { toolLineOf } from './tool-lines.ts'

export interface FollowedRun {
  readonly conversationId: string
  readonly runId: string
  /** The last event before it. */
  readonly after: number
  readonly json: boolean
}

/**
 * Shows a run until it ends. Ctrl-C cancels it. Asks the person at the terminal for approvals; where there is none, ends
 * with the id of the approval, and the run waits.
 */
export async function followRun(
  run: FollowedRun,
  server: Server,
  context: CommandContext,
): Promise<ExitCode> {
  const { conversations } = server.client
  const following = new AbortController()
  let isCancelled = false
  const release = context.onInterrupt(() => {
    isCancelled = true
    context.terminal.note('\nCancelling … (Ctrl-C again exits at once)')
    conversations.cancel(run.conversationId).catch(() => following.abort())
  })
  const show = run.json ? showJson(context) : showText(context)
  try {
    const { signal } = following
    const events = conversations.events(run.conversationId, { after: run.after, signal })
    for await (const event of sent(events, server)) {
      show(event)
      if (event.event === 'approval_required') {
        const waits = await answer(event, { server, isCancelled: () => isCancelled }, context)
        if (waits && !run.json) context.terminal.out(waits)
        if (waits) return exitCodes.waiting
      }
      const code = endOf(event, run.runId, isCancelled)
      if (code !== undefined) return code
    }
    return exitCodes.interrupted
  } finally {
    release()
    following.abort()
  }
}

/** The same events; a failure is one that a person understands. */
async function* sent(
  events: AsyncGenerator<WireEvent, void>,
  { send }: Server,
): AsyncGenerator<WireEvent, void> {
  for (;;) {
    const next = await send(events.next())
    if (next.done) return
    yield next.value
  }
}

interface Asking {
  readonly server: Server
  isCancelled(): boolean
}

/** The id of the approval when nobody can be asked; null when it is answered. */
async function answer(
  { data }: Extract<WireEvent, { event: 'approval_required' }>,
  { server, isCancelled }: Asking,
  context: CommandContext,
): Promise<string | null> {
  const { client, send } = server
  // The whole question, with the digest a yes is bound to, as the inbox of the page shows it.
  const approval = await send(client.approvals.get(approvalIdOf(data)))
  if (approval.status !== 'pending') return null
  if (!context.input.isTerminal) {
    const digest = digestOf(approval)
    const bound = digest === null ? '' : ` --digest ${digest}`
    context.terminal.note(`It waits for an answer: ${questionOf(approval)}`)
    context.terminal.note(`repertoire approve ${approval.id}${bound}`)
    return approval.id
  }
  const given = await askPerson(approval, server, context)
  if (isCancelled()) return null
  if (!(await sendAnswer(approval.id, given, server))) context.terminal.note('Answered already.')
  return null
}

function approvalIdOf(data: Extract<WireEvent, { event: 'approval_required' }>['data']): string {
  switch (data.type) {
    case 'skill_enablement':
      return data.skill.approval_id
    case 'clarification':
      return data.question.approval_id
    case 'connector_access':
      return data.connector.approval_id
    case 'authored_tool':
      return data.tool.approval_id
    case 'skill_change':
      return data.change.approval_id
    case 'observation_change':
      return data.observation.approval_id
    case 'tool_call':
      return data.call.approval_id
    case 'package_installation':
      return data.installation.approval_id
  }
}

function endOf(event: WireEvent, runId: string, isCancelled: boolean): ExitCode | undefined {
  if (!('run_id' in event.data) || event.data.run_id !== runId) return undefined
  if (event.event === 'run_completed') return exitCodes.ok
  if (event.event === 'run_failed') return exitCodes.negative
  if (event.event !== 'run_cancelled') return undefined
  return isCancelled ? exitCodes.interrupted : exitCodes.negative
}

function showJson({ terminal }: CommandContext): (event: WireEvent) => void {
  return (event) => {
    if (event.event !== 'text_delta') terminal.out(sanitizeJson(event))
  }
}

/** The answer on stdout as it arrives, what the agent does on stderr. */
function showText({ terminal }: CommandContext): (event: WireEvent) => void {
  const text = createLiveText(terminal.write)
  return ({ event, data }) => {
    // Sub-agents report to the agent, not to the person.
    if ('fork' in data && data.fork !== undefined) return
    if (event === 'text_delta') text.piece(data.offset, data.text)
    else if (event === 'step_completed' || event === 'step_interrupted') text.whole(data.text)
    else if (event === 'run_failed') {
      terminal.note(`It failed: ${sanitizeText(data.problem.message)}`)
      const hint = commandHint(data.problem)
      if (hint) terminal.note(sanitizeText(hint))
    } else if (event === 'run_cancelled') terminal.note('Cancelled.')
    else {
      const line = toolLineOf({ event, data } as WireEvent)
      if (line !== null) terminal.note(line)
    }
  }
}
