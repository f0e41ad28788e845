import { endSentence } from '../executions/status-labels.ts'
import type { ToolItem } from './conversation-view.ts'
import { fieldOf, inputText } from './tool-call-labels.ts'
import { toolSentence } from './tool-sentence.ts'

const scriptTools: ReadonlySet<string> = new Set(['run_skill_script', 'run_command'])

/** True for calls that run something in the sandbox. */
export function runsScript({ call }: ToolItem): boolean {
  return scriptTools.has(call.name)
}

/** What the call's result says of its execution. */
export interface ScriptEnd {
  readonly executionId: string | null
  readonly status: string
  readonly exitCode: number | null
  /** Milliseconds. */
  readonly duration: number | null
}

/** How a call's execution ended; null while it is at work, and when nothing was run. */
export function scriptEnd({ outcome }: ToolItem): ScriptEnd | null {
  if (outcome?.status !== 'ok') return null
  const { output } = outcome
  const numberIn = (name: string) => {
    const value = fieldOf(output, name)
    return typeof value === 'number' ? value : null
  }
  return {
    executionId: inputText(output, 'execution_id') || null,
    status: inputText(output, 'status') || 'ok',
    exitCode: numberIn('exit_code'),
    duration: numberIn('duration_ms'),
  }
}

/** What is run, in a few words: the script, or the command. */
export function scriptLabel({ call }: ToolItem): string {
  const what = inputText(call.input, 'script_name') || inputText(call.input, 'command')
  return what.length > 80 ? `${what.slice(0, 79)}…` : what || call.name
}

/** How it ended in one sentence; null while it is at work. */
export function scriptEnding(tool: ToolItem): string | null {
  const { outcome } = tool
  if (outcome === null) return null
  const end = scriptEnd(tool)
  if (end) return endSentence(scriptLabel(tool), end.status, end.exitCode)
  return outcome.status === 'ok' ? null : `${toolSentence(tool)}: ${outcome.problem.message}`
}
