import { endSentence } from '../executions/status-labels.ts'
import type { ToolItem } from './conversation-view.ts'
import { fieldOf, inputText } from './tool-call-labels.ts'

/** What a call's result says of the code it ran. */
export interface CodeEnd {
  readonly status: string
  /** As JSON; empty when it returned nothing. */
  readonly result: string
  readonly logs: string
  /** `TypeError: … (line 3)`; empty when nothing went wrong. */
  readonly error: string
  readonly skillsRead: readonly string[]
  /** Milliseconds. */
  readonly duration: number | null
}

/** True for calls that run code: the agent's own, or a tool it wrote. */
export function runsCode(tool: ToolItem): boolean {
  return tool.call.name === 'run_sandbox_code' || codeEnd(tool) !== null
}

/** How the code ended; null while it is at work, when nothing was run, and for calls of other kinds. */
export function codeEnd({ outcome }: ToolItem): CodeEnd | null {
  if (outcome?.status !== 'ok') return null
  const { output } = outcome
  const read = fieldOf(output, 'skills_read')
  const status = inputText(output, 'status')
  if (!Array.isArray(read) || status === '') return null
  const [result, error] = [fieldOf(output, 'result'), fieldOf(output, 'error')]
  const duration = fieldOf(output, 'duration_ms')
  return {
    status,
    result: result === null || result === undefined ? '' : JSON.stringify(result, null, 2),
    logs: inputText(output, 'logs'),
    error: [inputText(error, 'name'), inputText(error, 'message')].filter(Boolean).join(': '),
    skillsRead: read.filter((name) => typeof name === 'string'),
    duration: typeof duration === 'number' ? duration : null,
  }
}

/** The code that was run, where the call has it; empty for a tool the agent wrote. */
export function codeOf({ call }: ToolItem): string {
  return call.name === 'run_sandbox_code' ? inputText(call.input, 'code') : ''
}

/** What is run, in a word. */
export function codeLabel({ call }: ToolItem): string {
  return call.name === 'run_sandbox_code' ? 'code' : call.name
}

/** How it ended in one sentence; null while it is at work. */
export function codeEnding(tool: ToolItem): string | null {
  const end = codeEnd(tool)
  return end && endSentence(codeLabel(tool), end.status, null)
}
