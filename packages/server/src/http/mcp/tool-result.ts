import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Problem } from '@repertoire/core/base'
import type { Approval } from '@repertoire/core/domain'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { withoutLocation } from '../wire/problem-without-location.ts'
import type { ToolCallAnswer } from './call-tool.ts'
import { outputForClient } from './client-words.ts'

/** What a client gets of an outcome: the output as JSON, then the texts of skills. */
export function toolResult(
  answer: Exclude<ToolCallAnswer, { asked: Approval }>,
  tool: string,
): CallToolResult {
  const { outcome, texts } = answer
  if (outcome.status !== 'ok') return problemResult(outcome.problem)
  const output = outputForClient(tool, outcome.output, { withTexts: texts.length > 0 })
  return { content: [JSON.stringify(output), ...texts].map(textBlock) }
}

export function problemResult(problem: Problem): CallToolResult {
  const { code, message, hint, details } = withoutLocation(problem)
  const body = { code, message, ...(hint && { hint }), ...(details && { details }) }
  return { isError: true, content: [textBlock(JSON.stringify(body))] }
}

/** The question for a client that cannot ask its person itself. */
export function askedResult(approval: Approval, pageUrl: string): CallToolResult {
  return problemResult(pendingProblem(approval, pageUrl))
}

export function pendingProblem(approval: Approval, pageUrl: string): Problem {
  const { id, expiresAt } = approval
  return {
    code: 'approval.pending',
    kind: 'conflict',
    message: `A person has to approve this first: ${questionText(approval)}`,
    hint: `Ask the person to answer at ${pageUrl}, then make the same call again with the same arguments.`,
    details: { approval_id: id, url: pageUrl, expires_at: new Date(expiresAt).toISOString() },
  }
}

/** Characters of arguments that a question shows in place. */
const maxShownInPlace = 2_000

/**
 * The question for a person who sees nothing else: all of what a yes permits, or null where it is more than a sentence
 * can show, or would hide something. Then the page asks.
 */
export function questionInPlace(approval: Approval): string | null {
  const { type, subject } = approval
  const isShort = type === 'connector_access' || (type === 'skill_enablement' && !subject.fetched)
  if (isShort) return questionText(approval)
  if (type !== 'tool_call') return null
  const given = JSON.stringify(subject.arguments)
  if (given.length > maxShownInPlace || renderAnnotations(given) !== given) return null
  return callText(subject.tool, given)
}

/** What is asked, in one sentence that names it. Names are untrusted, so they stand in quotation marks and are short. */
export function questionText(approval: Approval): string {
  switch (approval.type) {
    case 'skill_enablement': {
      const { name, contentLength, fetched } = approval.subject
      const from = fetched ? `, from ${quoted(fetched.registry)}` : ''
      return `enable the skill ${quoted(name)} (${contentLength.toLocaleString('en')} characters${from})?`
    }
    case 'tool_call': {
      const { tool, arguments: given } = approval.subject
      return callText(tool, cut(renderAnnotations(JSON.stringify(given)), 500))
    }
    case 'package_installation': {
      const packages = approval.subject.lists.flatMap((list) => list.packages)
      return `install ${packages.length} packages for scripts of ${quoted(approval.subject.slug)}?`
    }
    case 'skill_change':
      return `${approval.subject.action} the skill ${quoted(approval.subject.name)}?`
    case 'connector_access':
      return `use the connector ${quoted(approval.subject.title)}?`
    case 'authored_tool':
      return `run code that an agent wrote: ${quoted(approval.subject.name)}?`
    case 'observation_change':
      return 'change what the agent remembers?'
    case 'clarification':
      return cut(renderAnnotations(approval.subject.question), 500)
  }
}

function callText(tool: string, given: string): string {
  return `run ${quoted(tool)} with exactly these arguments: ${given}?`
}

function quoted(text: string): string {
  return `“${cut(
    renderAnnotations(text)
      .replaceAll(/[“”\s]+/g, ' ')
      .trim(),
    100,
  )}”`
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}

function textBlock(text: string) {
  return { type: 'text' as const, text }
}
