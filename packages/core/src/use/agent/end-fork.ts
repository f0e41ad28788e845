import { truncate } from '@repertoire/skill-md'
import type { JsonValue } from '../../base/json.ts'
import type { ConversationEvent, ToolOutcome } from '../../domain/events.ts'
import type { UntrustedContent } from '../../domain/untrusted-content.ts'
import type { Fork } from './fold-run.ts'
import type { Journal } from './journal.ts'
import type { ForkEnd } from './next-action.ts'

/** The maximum characters of a sub-agent's result: it is meant to be compact. */
const maxResultLength = 8_000

/**
 * Completes the call that began the sub-agent, in the main agent's part of the log; `before` are the
 * sub-agent's last events.
 */
export async function endFork(
  runJournal: Journal,
  end: ForkEnd,
  before: readonly ConversationEvent[] = [],
): Promise<void> {
  const { id: callId, name } = end.fork.call
  const outcome = outcomeOf(end)
  const last = before.map((event) => ({ ...event, fork: callId }))
  // What the sub-agent read stands in the log itself.
  const untrusted: readonly UntrustedContent[] = []
  await runJournal.append([...last, { type: 'tool-completed', callId, name, outcome, untrusted }])
}

function outcomeOf(end: ForkEnd): ToolOutcome {
  const { skill } = end.fork.started
  if ('text' in end)
    return { status: 'ok', output: { ...facts(end.fork), result: truncateResult(end.text) } }
  const { problem } = end
  return {
    status: 'refused',
    problem: {
      code: 'fork.failed',
      kind: problem.kind,
      message: `The sub-agent that carried out "${skill.slug}" returned no result: ${problem.message}`,
      hint: 'Go on without it, or try a smaller task.',
      details: {
        ...facts(end.fork),
        cause: problem.code,
        last_words: truncateResult(end.fork.text),
      },
    },
  }
}

function facts({ started: { skill }, step, tokens }: Fork): Record<string, JsonValue> {
  return {
    name: skill.slug,
    context_fork: true,
    steps: step,
    tokens,
  }
}

function truncateResult(text: string): string {
  return truncate(text.trim(), maxResultLength)
}
