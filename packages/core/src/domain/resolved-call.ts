import type { JsonValue } from '../base/json.ts'
import type { Sha256 } from '../base/sha256.ts'

/**
 * A call resolved to its tool and arguments, with their digests. Approvals and grants are bound to it.
 */
export interface ResolvedCall {
  /** `mcp__github__create_issue` for a connector's tool, otherwise the tool's own name. */
  readonly tool: string
  readonly arguments: JsonValue
  readonly argumentsDigest: string
  /** The tool's identity: a digest that changes with the connector, the tool's description or its code. */
  readonly identity: string
}

/** The identity of built-in tools: their name is enough. */
export const builtInIdentity = 'built-in'

/** `sha256:<hex>` of a tool and its arguments, independent of the order of fields. */
export function argumentsDigest(tool: string, given: JsonValue, sha256: Sha256): string {
  return `sha256:${sha256(canonicalJson([tool, given]))}`
}

/** JSON with sorted fields, so that equal values have equal texts. */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`)
  return `{${fields.join(',')}}`
}
