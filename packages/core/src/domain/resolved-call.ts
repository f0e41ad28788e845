import type { JsonValue } from '../base/json.ts'
import type { Sha256 } from '../base/sha256.ts'

/** What would happen, exactly: a yes is for this and nothing else (E6). */
export interface ResolvedCall {
  /** `mcp__github__create_issue` for a connector's tool, else the tool's own name. */
  readonly tool: string
  readonly arguments: JsonValue
  readonly argumentsDigest: string
  /** What the tool is: a digest that changes with the connector, the tool's description or its code. */
  readonly identity: string
}

/** `identity` of tools that come with the product: their name is all there is to know. */
export const builtInIdentity = 'built-in'

/** `sha256:<hex>` of arguments: the same for the same values, in whatever order their fields were written. */
export function argumentsDigest(tool: string, given: JsonValue, sha256: Sha256): string {
  return `sha256:${sha256(canonicalJson([tool, given]))}`
}

/** JSON with the fields of every object in one order, so that equal values have equal texts. */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`)
  return `{${fields.join(',')}}`
}
