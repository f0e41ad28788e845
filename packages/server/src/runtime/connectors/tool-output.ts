import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import type { JsonObject, JsonValue } from '@repertoire/core/base'
import { redact, redactJson } from '../../platform/redaction/redact-text.ts'

/** UTF-16 units of text and structured content together. */
const maxOutputLength = 256 * 1024
/** Limit of nested lists and objects. */
const maxDepth = 64

export interface ToolOutput {
  /** The tool reported an error. */
  readonly failed: boolean
  readonly text: string
  /** The result for the agent. */
  readonly output: JsonObject
}

/**
 * A tool's result for an agent: its texts joined, its structured content, and a note for other content. Secrets
 * are redacted, and the size is limited.
 */
export function toToolOutput(result: CallToolResult, secrets: readonly string[]): ToolOutput {
  const whole = redact(result.content.map(textOf).join('\n\n'), secrets)
  const structured = structureOf(result, secrets)
  const maxTextLength = maxOutputLength - (structured ? structured.length : 0)
  const text = truncate(whole, maxTextLength)
  return {
    failed: result.isError === true,
    text,
    output: {
      text,
      ...(text.length < whole.length && {
        truncated: true,
        total_characters: whole.length,
      }),
      ...(structured && { structured: structured.value }),
      ...(structured === null && { structured_left_out: 'It is too large or too deep.' }),
    },
  }
}

/** Undefined when there is none, null when it is too large or too deep. */
function structureOf(result: CallToolResult, secrets: readonly string[]) {
  if (result.structuredContent === undefined) return undefined
  if (isDeeperThan(result.structuredContent, maxDepth)) return null
  const value = redactJson(result.structuredContent as JsonValue, secrets)
  const { length } = JSON.stringify(value)
  return length > maxOutputLength / 2 ? null : { value, length }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1))
}

function textOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return omittedNote(block.type, block.mimeType, block.data)
    case 'resource':
      return 'text' in block.resource
        ? `[${block.resource.uri}]\n${block.resource.text}`
        : omittedNote(block.resource.uri, block.resource.mimeType, block.resource.blob)
    case 'resource_link':
      return `[${block.name}: ${block.uri}]`
  }
}

function omittedNote(what: string, type: string | undefined, base64: string): string {
  const bytes = Math.floor((base64.length * 3) / 4)
  return `[${what}${type ? ` (${type})` : ''} of about ${bytes} bytes, left out]`
}

/** Never splits a surrogate pair. */
function truncate(text: string, maxTextLength: number): string {
  if (text.length <= maxTextLength) return text
  const end = /[\ud800-\udbff]/.test(text.charAt(maxTextLength - 1))
    ? maxTextLength - 1
    : maxTextLength
  return text.slice(0, Math.max(0, end))
}
