import { emptyObject, isJsonObject, type JsonObject, ownValue } from '../base/json.ts'
import { isSlug } from '../base/slug.ts'
import type { ParsedFrontmatter } from '../frontmatter/parsed-frontmatter.ts'
import { readOpenClaw } from './openclaw-fields.ts'
import {
  type FieldFinding,
  type MapNode,
  readBoolean,
  readList,
  readMap,
  readText,
  readTools,
  readWordList,
} from './read-values.ts'
import { type RoutingOrigins, readRouting } from './routing-fields.ts'
import type { SkillFields } from './skill-document.ts'

export interface FieldsResult {
  fields: SkillFields
  findings: FieldFinding[]
}

/**
 * The typed fields of frontmatter as plain JSON, such as the stored `frontmatter` of a revision. The same as from
 * `loadSkillMd`, with two differences: a `name` from the folder is absent, and numbers lose their notation
 * (`version: 1.10` is `1.1`); a revision stores its name and version separately. `sidecar` is the content of
 * SKILL.config.json. Pure; never throws.
 */
export function readSkillFields(frontmatter: JsonObject, sidecar?: JsonObject): SkillFields {
  return readFields({ value: frontmatter, texts: new Map(), usesFlow: false }, sidecar).fields
}

/** The typed fields of parsed frontmatter, and a finding for each value of the wrong type. Fills `origins` with the
 * source of each routing field. */
export function readFields(
  parsed: ParsedFrontmatter,
  sidecar?: JsonObject,
  origins?: RoutingOrigins,
): FieldsResult {
  const top: MapNode = { map: parsed.value, texts: parsed.texts, findings: [], path: [] }
  const metadata = readMap(top, 'metadata') ?? { ...top, map: emptyObject(), path: ['metadata'] }
  const nodes: Nodes = [top, { ...metadata, findings: [] }]
  const fields: SkillFields = {
    description: readText(top, 'description') || readCapital(top, 'description'),
    whenToUse: textOf(nodes, 'when_to_use', 'when-to-use'),
    version: readText(top, 'version') || readText(metadata, 'version'),
    author: readTextOrNested(top, 'author', 'name') || readTextOrNested(metadata, 'author', 'name'),
    license: readTextOrNested(top, 'license', 'spdx'),
    compatibility: readText(top, 'compatibility'),
    tags: readTags(top, metadata),
    contextFork:
      textOf(nodes, 'context').toLowerCase() === 'fork' ||
      (booleanOf(nodes, 'context_fork') ?? false),
    metadata: metadata.map,
    ...readInvocation(nodes),
    ...readExecution(nodes),
    internal: readBoolean(metadata, 'internal') ?? false,
    additionalTools: readTools(metadata, 'adk_additional_tools') ?? [],
  }
  const name = readText(top, 'name') || readCapital(top, 'name')
  if (name !== '') fields.name = name
  const title = textOf(nodes, 'title', 'display_name', 'display-name', 'displayName')
  if (title !== '') fields.title = title
  const allowed = readTools(top, 'allowed-tools', 'allowed_tools')
  if (allowed !== undefined) fields.allowedTools = allowed
  const openclaw = readOpenClaw(metadata)
  if (openclaw !== undefined) fields.openclaw = openclaw
  const routing = readRouting(top, metadata, { openclaw, sidecar, origins })
  if (routing !== undefined) fields.routing = routing
  readSlug(top, fields)
  const standardSlug = readText(nodes[1], 'repertoire.slug')
  if (fields.slug === undefined && isSlug(standardSlug)) fields.slug = standardSlug
  return { fields, findings: top.findings }
}

/** Keys are case-sensitive, and people who write prose begin a line with a capital. */
function readCapital(top: MapNode, key: string): string {
  const written = Object.keys(top.map).find((one) => one !== key && one.toLowerCase() === key)
  const text = written === undefined ? '' : readText(top, written)
  if (written === undefined || text === '') return ''
  const message = `\`${written}\` was read as \`${key}\`: keys are written in lower case.`
  top.findings.push({
    ...{ key: written, code: `${key}.letter-case`, severity: 'warning', message },
    fix: `Write \`${key}:\`.`,
  })
  return text
}

/** The frontmatter, then `metadata`, where exports of earlier versions have keys outside the open format. */
type Nodes = readonly [MapNode, MapNode]

function textOf([top, metadata]: Nodes, ...keys: readonly string[]): string {
  return readText(top, ...keys) || readText(metadata, ...keys)
}

function booleanOf([top, metadata]: Nodes, ...keys: readonly string[]): boolean | undefined {
  return readBoolean(top, ...keys) ?? readBoolean(metadata, ...keys)
}

type InvocationFields = Pick<
  SkillFields,
  'argumentHint' | 'arguments' | 'disableModelInvocation' | 'userInvocable'
>

function readInvocation(nodes: Nodes): InvocationFields {
  const [top, metadata] = nodes
  return {
    argumentHint: readArgumentHint(top) || readText(metadata, 'argument-hint'),
    arguments: readWordList(top, 'arguments') ?? readWordList(metadata, 'arguments') ?? [],
    disableModelInvocation: booleanOf(nodes, 'disable-model-invocation') ?? false,
    userInvocable: booleanOf(nodes, 'user-invocable', 'user-invokable') ?? true,
  }
}

type ExecutionFields = Pick<
  SkillFields,
  'disallowedTools' | 'model' | 'effort' | 'agent' | 'background' | 'hooks' | 'paths' | 'shell'
>

function readExecution(nodes: Nodes): ExecutionFields {
  const [top, metadata] = nodes
  return {
    disallowedTools:
      readTools(top, 'disallowed-tools') ?? readTools(metadata, 'disallowed-tools') ?? [],
    model: textOf(nodes, 'model'),
    effort: textOf(nodes, 'effort'),
    agent: textOf(nodes, 'agent'),
    background: booleanOf(nodes, 'background') ?? false,
    hooks: (readMap(top, 'hooks') ?? readMap(metadata, 'hooks'))?.map ?? emptyObject(),
    paths: readList(top, 'paths') ?? readList(metadata, 'paths') ?? [],
    shell: textOf(nodes, 'shell'),
  }
}

/** Real files omit the quotes around `[issue number]`, which makes it a YAML list. */
function readArgumentHint(top: MapNode): string {
  if (!Array.isArray(ownValue(top.map, 'argument-hint'))) return readText(top, 'argument-hint')
  const items = readList(top, 'argument-hint') ?? []
  return items.length > 0 ? `[${items.join(', ')}]` : ''
}

/** A text, or a map with the text under a nested key: `author: {name: …}`, `license: {spdx: …}`. */
function readTextOrNested(node: MapNode, key: string, inner: string): string {
  if (!isJsonObject(ownValue(node.map, key))) return readText(node, key)
  const inside = readMap(node, key)
  return inside ? readText(inside, inner) : ''
}

/** An explicit list wins even when empty: that removes tags in `metadata`. */
function readTags(top: MapNode, metadata: MapNode): string[] {
  const tags = readList(top, 'tags') ?? []
  if (tags.length > 0 || Array.isArray(ownValue(top.map, 'tags'))) return tags
  return readList(metadata, 'tags') ?? []
}

function readSlug(top: MapNode, fields: SkillFields): void {
  const slug = readText(top, 'slug')
  if (slug === '') return
  if (isSlug(slug)) fields.slug = slug
  else {
    top.findings.push({
      key: 'slug',
      code: 'slug.characters',
      severity: 'warning',
      message: `The slug ${JSON.stringify(slug.slice(0, 120))} cannot be used.`,
      fix: 'Use groups of lowercase letters and digits joined by a single ".", "_" or "-", at most 100 characters.',
    })
  }
}
