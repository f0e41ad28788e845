import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Parser,
  type YAMLMap,
} from 'yaml'
import { emptyObject, type JsonObject, type JsonValue } from '../base/json.ts'
import { jsonNumber } from './core-schema.ts'
import { type ParsedFrontmatter, recordText, type ScalarTexts } from './parsed-frontmatter.ts'

export type YamlProblemKind = 'syntax' | 'duplicate-key' | 'alias' | 'anchor' | 'tag' | 'key'

/** A problem of the YAML, at an offset of the parsed text. */
export interface YamlProblem {
  kind: YamlProblemKind
  offset: number
  message: string
}

/** A range of the parsed text. */
export interface TextRange {
  start: number
  end: number
}

export type YamlResult =
  | { kind: 'map'; parsed: ParsedFrontmatter; problems: YamlProblem[]; flows: TextRange[] }
  | { kind: 'other' }
  | { kind: 'broken'; problems: YamlProblem[] }

interface Walk {
  texts: ScalarTexts
  problems: YamlProblem[]
  flows: TextRange[]
}

/**
 * Parses YAML 1.2 (core schema) with the `yaml` library. Aliases are never expanded; anchors and tags are reported; of
 * duplicate keys the last wins and the others are reported. The caller enforces `limits`. Parsing stops at the first
 * error, because hostile text can have tens of thousands.
 */
export function parseWithLibrary(text: string): YamlResult {
  const composed = composeYaml(text)
  if ('kind' in composed) return { kind: 'broken', problems: [composed] }
  const { contents } = composed
  if (!isMap(contents)) return { kind: 'other' }
  const walk: Walk = { texts: new Map(), problems: [], flows: [] }
  reportProperties(contents, walk)
  const value = readMap(contents, walk)
  const parsed = { value, texts: walk.texts, usesFlow: walk.flows.length > 0 }
  return { kind: 'map', parsed, problems: walk.problems, flows: walk.flows }
}

type ErrorSource = number | readonly number[] | { offset: number }
type ErrorSink = (source: ErrorSource, code: string, message: string, warning?: boolean) => void

/** The single document of a text, with node positions, or the problem. Aliases stay unresolved. */
export function composeYaml(text: string): Document.Parsed | YamlProblem {
  const composer = new Composer({ version: '1.2', schema: 'core', uniqueKeys: false })
  let problem: YamlProblem | undefined
  const onError: ErrorSink = (source, _code, message, warning) => {
    if (warning) return
    // The library passes what is thrown inside a list or map to `onError` again: the first one is the real one.
    problem ??= { kind: 'syntax', offset: startOf(source), message }
    throw new Error(message)
  }
  Object.assign(composer, { onError })
  let first: Document.Parsed | undefined
  try {
    for (const document of composer.compose(new Parser().parse(text), true, text.length)) {
      if (first !== undefined) return secondDocument(document)
      first = document
    }
  } catch {
    return problem ?? { kind: 'syntax', offset: 0, message: 'It is nested too deeply' }
  }
  const error = first?.errors[0]
  if (error !== undefined) return { kind: 'syntax', offset: error.pos[0], message: error.message }
  return first ?? { kind: 'syntax', offset: 0, message: 'It is empty' }
}

function secondDocument(document: Document.Parsed): YamlProblem {
  return {
    kind: 'syntax',
    offset: document.range[0],
    message: 'A second YAML document starts here',
  }
}

function startOf(source: ErrorSource): number {
  if (typeof source === 'number') return source
  return 'offset' in source ? source.offset : (source[0] ?? 0)
}

function readMap(map: YAMLMap, walk: Walk): JsonObject {
  if (map.flow) recordFlow(map, walk)
  const value = emptyObject()
  for (const pair of map.items) {
    const keyNode = pair.key as Node | null
    const offset = keyNode?.range?.[0] ?? map.range?.[0] ?? 0
    const key = readKey(keyNode, walk)
    if (key === undefined) {
      walk.problems.push({ kind: 'key', offset, message: 'A key must be plain text.' })
      continue
    }
    if (Object.hasOwn(value, key)) {
      walk.problems.push({ kind: 'duplicate-key', offset, message: key })
      delete value[key]
      walk.texts.get(value)?.delete(key)
    }
    setChild(value, { key, node: pair.value as Node | null }, walk)
  }
  return value
}

function readKey(node: Node | null, walk: Walk): string | undefined {
  if (node === null) return ''
  if (!isScalar(node)) return undefined
  reportProperties(node, walk)
  return typeof node.value === 'string' ? node.value : (node.source ?? '')
}

function setChild(
  container: JsonObject | JsonValue[],
  child: { key: string; node: Node | null },
  walk: Walk,
): void {
  const { key, node } = child
  const value = readNode(node, walk)
  if (Array.isArray(container)) container.push(value)
  else container[key] = value
  if (isScalar(node) && typeof value !== 'string') {
    recordText(walk.texts, { container, key }, node.source ?? '')
  }
}

function readNode(node: Node | null, walk: Walk): JsonValue {
  if (node === null) return null
  reportProperties(node, walk)
  if (isMap(node)) return readMap(node, walk)
  if (isSeq(node)) {
    if (node.flow) recordFlow(node, walk)
    const list: JsonValue[] = []
    for (const [index, item] of node.items.entries()) {
      setChild(list, { key: String(index), node: item as Node | null }, walk)
    }
    return list
  }
  if (!isScalar(node)) return null
  if (typeof node.value === 'number') return jsonNumber(node.value, node.source ?? '')
  const value = node.value
  return typeof value === 'string' || typeof value === 'boolean' ? value : null
}

/** Plain JSON has no anchors, tags and aliases; the caller decides how to treat them. */
function reportProperties(node: Node, walk: Walk): void {
  const offset = node.range?.[0] ?? 0
  if (isAlias(node)) {
    walk.problems.push({ kind: 'alias', offset, message: node.source })
    return
  }
  const anchor = (node as { anchor?: string }).anchor
  if (anchor !== undefined) walk.problems.push({ kind: 'anchor', offset, message: anchor })
  if (node.tag !== undefined) walk.problems.push({ kind: 'tag', offset, message: node.tag })
}

function recordFlow(node: Node, walk: Walk): void {
  walk.flows.push({ start: node.range?.[0] ?? 0, end: node.range?.[1] ?? 0 })
}
