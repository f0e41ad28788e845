import type { Client, Tool } from '@modelcontextprotocol/client'
import type { JsonObject } from '@repertoire/core/base'
import type { ConnectorTool } from '@repertoire/core/domain'
import { redact, redactJson } from '../../platform/redaction/redact-text.ts'

const maxTools = 500
const maxPages = 50
/** UTF-16 units. */
const maxDescriptionLength = 2_000
const maxSchemaLength = 32_000
const listTimeoutSeconds = 30

/** Names that a list of allowed tools can contain. */
const toolNamePattern = /^[A-Za-z0-9_.:/-]{1,128}$/

export interface ToolList {
  /** By name, in the order of the server. */
  readonly tools: ReadonlyMap<string, ConnectorTool>
  /** Number of skipped tools: invalid names, long schemas, duplicates, or more than the limit. */
  readonly omittedCount: number
}

/**
 * All tools of a server, page by page, up to the limit. Descriptions are untrusted: they are truncated, and the
 * operator's secrets are redacted.
 */
export async function listTools(
  client: Client,
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<ToolList> {
  const tools = new Map<string, ConnectorTool>()
  const seen = new Set<string>()
  let omittedCount = 0
  let cursor: string | undefined
  const within = AbortSignal.any([signal, AbortSignal.timeout(listTimeoutSeconds * 1_000)])
  if (!client.getServerCapabilities()?.tools) return { tools, omittedCount }
  for (let page = 0; page < maxPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const options = { signal: within, timeout: listTimeoutSeconds * 1_000 }
    const answer = await client.request({ method: 'tools/list', params }, options)
    for (const tool of answer.tools) {
      const accepted =
        tools.size < maxTools && !tools.has(tool.name) ? toConnectorTool(tool, secrets) : null
      if (accepted) tools.set(accepted.name, accepted)
      else omittedCount += 1
    }
    cursor = answer.nextCursor
    if (cursor === undefined || seen.has(cursor) || tools.size >= maxTools) break
    seen.add(cursor)
  }
  return { tools, omittedCount }
}

/** Only the annotations that decide about approval, and only boolean ones. */
function annotationsOf({ annotations }: Tool): Pick<ConnectorTool, 'annotations'> {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations ?? {}
  const known = {
    ...(typeof readOnlyHint === 'boolean' && { readOnly: readOnlyHint }),
    ...(typeof destructiveHint === 'boolean' && { destructive: destructiveHint }),
    ...(typeof openWorldHint === 'boolean' && { openWorld: openWorldHint }),
  }
  return Object.keys(known).length > 0 ? { annotations: known } : {}
}

function toConnectorTool(tool: Tool, secrets: readonly string[]): ConnectorTool | null {
  if (!toolNamePattern.test(tool.name)) return null
  try {
    const schema = JSON.stringify(tool.inputSchema)
    if (schema.length > maxSchemaLength) return null
    const description = redact(tool.description ?? tool.title ?? '', secrets)
    return {
      name: tool.name,
      description: description.slice(0, maxDescriptionLength),
      inputSchema: redactJson(JSON.parse(schema) as JsonObject, secrets),
      ...annotationsOf(tool),
    }
  } catch {
    // Nested too deeply to be read.
    return null
  }
}
