import type { JsonValue } from '../../base/json.ts'
import type { ToolCall, ToolOutcome } from '../../domain/events.ts'
import type { UntrustedContent } from '../../domain/untrusted-content.ts'
import { namesFile } from '../tools/content-reads.ts'
import type { StepContext } from './step-context.ts'

/**
 * What the outcome of a call may contain that no person of the organisation wrote. Every outcome passes here as it
 * enters the log, whatever tool it is of: what counts is what the call was given, not what the tool says.
 */
export function untrustedInOutcome(
  { reads, tools }: Pick<StepContext, 'reads' | 'tools'>,
  call: ToolCall,
  outcome: ToolOutcome,
): readonly UntrustedContent[] {
  const found = new Set(reads.contents)
  const tool = tools.find(call.name)
  if (tool && tool.answersFrom !== 'services') found.add('undeclared')
  const result = { input: call.input, outcome: outcome as unknown as JsonValue }
  if (namesFile(reads.fileNames, result)) found.add('file')
  return [...found].sort()
}
