import { isJsonObject, type JsonObject, ownValue } from '../json.ts'
import { readFields } from '../load/read-fields.ts'
import type { RoutingFields, RoutingOrigins } from '../load/routing-fields.ts'

/** What a skill says of its routing, and where each of it stands. */
export interface RoutingForm {
  readonly routing: RoutingFields
  readonly origins: RoutingOrigins
  /** False: `metadata` is no map, and writing into it would lose what it says. */
  readonly writable: boolean
}

/** The routing of parsed frontmatter as a form shows it. `sidecar`: what SKILL.config.json beside it holds. Pure. */
export function readRoutingForm(frontmatter: JsonObject, sidecar?: JsonObject): RoutingForm {
  const origins: RoutingOrigins = {}
  const parsed = { value: frontmatter, texts: new Map(), usesFlow: false }
  const { fields } = readFields(parsed, sidecar, origins)
  const metadata = ownValue(frontmatter, 'metadata') ?? null
  const writable = metadata === null || isJsonObject(metadata)
  return { routing: fields.routing ?? {}, origins, writable }
}
