import { emptyObject, type JsonObject, type JsonValue, ownValue } from '../base/json.ts'
import type { OpenClawFields } from './openclaw-fields.ts'
import { type MapNode, readList, readMap, readText, readTools } from './read-values.ts'

/** When a skill is relevant, and its conditions. An absent field is not declared. */
export interface RoutingFields {
  /** 0 (first) to 100. */
  priority?: number
  summary?: string
  toolNames?: string[]
  keywords?: string[]
  negativeKeywords?: string[]
  stages?: string[]
  assetClasses?: string[]
  signalSources?: string[]
  coActivate?: string[]
  requiresEnv?: string[]
  requiresTools?: string[]
  requiresToolsets?: string[]
  fallbackForTools?: string[]
  /** As Node names them: `linux`, `darwin`, `win32`. */
  platforms?: string[]
}

/** Where a routing field is declared: our keys in `metadata`, the frontmatter, or another source. */
export type RoutingSource = 'repertoire' | 'frontmatter' | 'minara' | 'openclaw' | 'sidecar'

/** The source of each field. */
export type RoutingOrigins = { [Field in keyof RoutingFields]?: RoutingSource }

export type RoutingListField = Exclude<keyof RoutingFields, 'priority' | 'summary'>
type ListField = RoutingListField

/** Spellings of each list; the first one is ours. */
const routingLists: readonly (readonly [ListField, readonly string[]])[] = [
  ['keywords', ['keywords']],
  ['negativeKeywords', ['negative_keywords', 'negativeKeywords']],
  ['stages', ['stages', 'lifecycle_stages', 'lifecycleStages']],
  ['assetClasses', ['asset_classes', 'assetClasses']],
  ['signalSources', ['signal_sources', 'signalSources']],
  ['coActivate', ['co_activate', 'coActivate']],
]
const conditionLists: readonly (readonly [ListField, readonly string[]])[] = [
  ['requiresEnv', ['requires_env', 'requiresEnv']],
  ['requiresTools', ['requires_tools', 'requiresTools']],
  ['requiresToolsets', ['requires_toolsets', 'requiresToolsets']],
  ['fallbackForTools', ['fallback_for_tools', 'fallbackForTools']],
  ['platforms', ['platforms']],
]
const platformNames: Readonly<Record<string, string>> = {
  macos: 'darwin',
  mac: 'darwin',
  osx: 'darwin',
  windows: 'win32',
}

/** The keys of document E's DomainSkill, where its authors write them. Other keys of that level belong to other formats. */
const topLevelKeys = ['routing', 'conditions', 'priority', 'summary', 'tool_names', 'toolNames']

/** The sidecar file with routing fields. */
export const routingSidecar = 'SKILL.config.json'

/**
 * The routing fields of a skill. Sources in order: `metadata.repertoire`, `routing`, `conditions`, `priority`, `summary` and
 * `tool_names` of the frontmatter, `metadata.minara`, `metadata.openclaw`, the sidecar. The first source of each field wins.
 * Undefined without any field.
 */
export function readRouting(
  top: MapNode,
  metadata: MapNode,
  others: {
    readonly openclaw?: OpenClawFields | undefined
    readonly sidecar?: JsonObject | undefined
    /** Filled with the source of each field. */
    readonly origins?: RoutingOrigins | undefined
  },
): RoutingFields | undefined {
  const routing: RoutingFields = {}
  const note = (source: RoutingSource): void => {
    const { origins } = others
    if (!origins) return
    for (const field of Object.keys(routing) as (keyof RoutingFields)[]) origins[field] ??= source
  }
  readRoutingFrom(namespace(metadata, 'repertoire'), routing)
  note('repertoire')
  readRoutingFrom({ ...top, map: pickKeys(top.map, topLevelKeys) }, routing)
  note('frontmatter')
  readRoutingFrom(namespace(metadata, 'minara'), routing)
  note('minara')
  if (others.openclaw) readOpenClawRouting(others.openclaw, routing)
  note('openclaw')
  if (others.sidecar)
    readRoutingFrom({ ...top, map: others.sidecar, path: [routingSidecar] }, routing)
  note('sidecar')
  return Object.keys(routing).length > 0 ? routing : undefined
}

/** A nested map and dotted keys: `metadata` should hold only texts, so our keys are written dotted. */
function namespace(metadata: MapNode, name: string): MapNode {
  const nested = readMap(metadata, name)
  const map: JsonObject = Object.assign(emptyObject(), nested?.map)
  for (const [key, value] of Object.entries(metadata.map)) {
    if (key.startsWith(`${name}.`)) map[key.slice(name.length + 1)] = parseJsonList(value) ?? value
  }
  return { ...metadata, map, path: [...metadata.path, name] }
}

/** A list as JSON text, used when items contain commas. */
function parseJsonList(value: JsonValue): JsonValue[] | undefined {
  if (typeof value !== 'string' || !value.startsWith('["')) return undefined
  try {
    const read: unknown = JSON.parse(value)
    return Array.isArray(read) && read.every((item) => typeof item === 'string') ? read : undefined
  } catch {
    return undefined
  }
}

function pickKeys(map: JsonObject, keys: readonly string[]): JsonObject {
  const kept = emptyObject()
  for (const key of keys) {
    const value = ownValue(map, key)
    if (value !== undefined) kept[key] = value
  }
  return kept
}

function readRoutingFrom(root: MapNode, into: RoutingFields): void {
  const routing = readMap(root, 'routing')
  const conditions = readMap(root, 'conditions')
  const nodes = [root, ...(routing ? [routing] : [])]
  for (const node of nodes) {
    readPriority(node, into)
    setIfAbsent(into, 'summary', readText(node, 'summary') || undefined)
    setIfAbsent(into, 'toolNames', readTools(node, 'tool_names', 'toolNames'))
    for (const [field, keys] of routingLists) setIfAbsent(into, field, readList(node, ...keys))
  }
  const inRouting = routing && readMap(routing, 'conditions')
  for (const node of [conditions, inRouting, ...nodes]) {
    if (!node) continue
    for (const [field, keys] of conditionLists) {
      setIfAbsent(into, field, normaliseList(field, readList(node, ...keys)))
    }
  }
}

function normaliseList(field: ListField, read: string[] | undefined): string[] | undefined {
  if (field !== 'platforms' || read === undefined) return read
  return [...new Set(read.map(platformOf))]
}

/** The platform name of Node. */
export function platformOf(name: string): string {
  const lower = name.toLowerCase()
  return Object.hasOwn(platformNames, lower) ? platformNames[lower]! : lower
}

function setIfAbsent<Field extends keyof RoutingFields>(
  into: RoutingFields,
  field: Field,
  value: RoutingFields[Field] | undefined,
): void {
  if (into[field] === undefined && value !== undefined) into[field] = value
}

function readPriority(node: MapNode, into: RoutingFields): void {
  const text = readText(node, 'priority')
  if (text === '' || into.priority !== undefined) return
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0 && value <= 100) {
    into.priority = value
    return
  }
  const path = [...node.path, 'priority']
  node.findings.push({
    key: path[0] as string,
    path,
    code: `${path.join('.')}.not-a-priority`,
    severity: 'warning',
    message: `\`${path.join('.')}\` should be a whole number from 0 (first) to 100; it is kept but ignored.`,
    fix: 'priority: 50',
  })
}

function readOpenClawRouting({ os, requires }: OpenClawFields, into: RoutingFields): void {
  if (os.length > 0) setIfAbsent(into, 'platforms', normaliseList('platforms', os))
  if (requires.env.length > 0) setIfAbsent(into, 'requiresEnv', requires.env)
}
