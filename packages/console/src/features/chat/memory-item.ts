import type { ToolItem } from './conversation-view.ts'
import { fieldOf, inputText } from './tool-call-labels.ts'

/** What an `edit_system_prompt` call came to. */
export interface MemoryItem {
  /** What people are told of it, in words. */
  readonly words: string
  readonly version: number
  readonly previousVersion: number
}

/** Null for every other call, and for one that changed nothing. */
export function memoriesOf({
  call,
  outcome,
}: Pick<ToolItem, 'call' | 'outcome'>): MemoryItem | null {
  if (call.name !== 'edit_system_prompt' || outcome?.status !== 'ok') return null
  const version = fieldOf(outcome.output, 'version')
  const previousVersion = fieldOf(outcome.output, 'previous_version')
  if (typeof version !== 'number' || typeof previousVersion !== 'number') return null
  return { words: wordsOf(call.input), version, previousVersion }
}

function wordsOf(input: unknown): string {
  const content = inputText(input, 'content').trim()
  switch (inputText(input, 'operation')) {
    case 'append':
    case 'prepend':
      return `Remembered: ${content}`
    case 'delete':
      return `Forgotten: ${content}`
    case 'find_replace':
      return `Corrected: ${inputText(input, 'replace').trim() || inputText(input, 'find').trim()}`
    default:
      return content === '' ? 'Forgot everything' : `Remembered: ${content}`
  }
}
