import { isJsonObject, type JsonObject, ownValue } from '../base/json.ts'
import { readFields } from '../fields/read-fields.ts'
import type { RoutingFields, RoutingOrigins } from '../fields/routing-fields.ts'

/** The routing fields of a skill, and the source of each. */
export interface RoutingForm {
  readonly routing: RoutingFields
  readonly origins: RoutingOrigins
  /** False when `metadata` is not a map; writing would lose its value. */
  readonly writable: boolean
}

/** The routing fields of parsed frontmatter for a form. `sidecar` is the content of SKILL.config.json. Pure. */
export function readRoutingForm(frontmatter: JsonObject, sidecar?: JsonObject): RoutingForm {
  const origins: RoutingOrigins = {}
  const parsed = { value: frontmatter, texts: new Map(), usesFlow: false }
  const { fields } = readFields(parsed, sidecar, origins)
  const metadata = ownValue(frontmatter, 'metadata') ?? null
  const writable = metadata === null || isJsonObject(metadata)
  return { routing: fields.routing ?? {}, origins, writable }
}
