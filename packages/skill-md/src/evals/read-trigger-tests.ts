import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml'
import { countCharacters, isOverLength, truncate } from '../base/characters.ts'
import { type Finding, positionFindings } from '../base/diagnostic.ts'
import { checkYamlLimits } from '../frontmatter/limits.ts'
import { composeYaml } from '../frontmatter/yaml-library.ts'
import {
  type TriggerTestMessage,
  type TriggerTestSet,
  triggerTestLimits,
} from './trigger-test-set.ts'

interface Reader {
  readonly text: string
  readonly findings: Finding[]
  readonly found: { text: string; mustSurface: boolean; offset: number }[]
}

const lists = {
  must_surface: true,
  should_trigger: true,
  must_not_surface: false,
  should_not_trigger: false,
} as const

const shape =
  'The file is a map with the lists `must_surface` and `must_not_surface`, or a list of `{query, should_trigger}`.'

/**
 * Reads trigger tests: two lists of messages (`must_surface`, `must_not_surface`), or the list of
 * `{query, should_trigger}` of other tools, in YAML or JSON. Never throws on content; invalid items are left
 * out and reported with their position.
 */
export function readTriggerTests(text: string): TriggerTestSet {
  const reader: Reader = { text, findings: [], found: [] }
  const excess = checkYamlLimits(text, triggerTestLimits.maxFileLength)
  if (excess) reader.findings.push(excessFinding(excess))
  else readDocument(reader)
  const kept = withoutRepeats(reader)
  const messages = locateMessages(text, kept.slice(0, triggerTestLimits.maxMessages))
  const [beyond] = kept.slice(triggerTestLimits.maxMessages)
  if (beyond) {
    reader.findings.push({
      ...{ code: 'triggers.too-many', severity: 'error', offset: beyond.offset },
      message: `Of ${kept.length} messages only the first ${triggerTestLimits.maxMessages} are used.`,
    })
  }
  return { messages, diagnostics: positionFindings(text, reader.findings) }
}

/** Text over the limits never reaches the YAML parser. */
function excessFinding({
  code,
  offset,
}: {
  readonly code: string
  readonly offset: number
}): Finding {
  return {
    ...{ code: code.replace('frontmatter.', 'triggers.'), severity: 'error', offset },
    message: 'The file is too large, too complex or nested too deeply.',
    fix: `Keep it under ${triggerTestLimits.maxFileLength} characters, in one or two levels.`,
  }
}

function readDocument(reader: Reader): void {
  const composed = composeYaml(reader.text)
  if ('kind' in composed) {
    const { offset, message } = composed
    const what = message.split('\n')[0] ?? ''
    reader.findings.push({
      ...{ code: 'triggers.unreadable', severity: 'error', offset },
      message: `The file is neither YAML nor JSON: ${truncate(what, 200)}.`,
    })
    return
  }
  const { contents } = composed
  if (isMap(contents)) readLists(reader, contents)
  else if (isSeq(contents)) for (const item of contents.items) readItem(reader, item as Node)
  else report(reader, contents as Node | null, { code: 'triggers.shape', message: shape })
}

function readLists(reader: Reader, map: YAMLMap): void {
  for (const { key, value } of map.items) {
    const name = isScalar(key) ? String(key.value) : ''
    if (!Object.hasOwn(lists, name)) {
      const previous = `Unknown key ${JSON.stringify(truncate(name, 80))}. ${shape}`
      report(reader, key as Node, { code: 'triggers.unknown-key', message: previous })
    } else if (!isSeq(value)) {
      report(reader, (value ?? key) as Node, {
        code: 'triggers.not-a-list',
        message: `\`${name}\` should be a list of messages.`,
      })
    } else {
      const mustSurface = lists[name as keyof typeof lists]
      for (const item of value.items) readMessage(reader, item as Node | null, mustSurface)
    }
  }
}

function readItem(reader: Reader, item: Node | null): void {
  const query = isMap(item) ? item.get('query', true) : undefined
  const should = isMap(item) ? item.get('should_trigger') : undefined
  if (!isMap(item) || query === undefined || typeof should !== 'boolean') {
    report(reader, item, {
      code: 'triggers.item',
      message: 'An item should have a `query`, and `should_trigger` as true or false.',
    })
    return
  }
  readMessage(reader, query, should)
}

function readMessage(reader: Reader, node: Node | null, mustSurface: boolean): void {
  const value = isScalar(node) ? node.value : undefined
  if (typeof value !== 'string' || value.trim() === '') {
    report(reader, node, {
      code: 'triggers.not-a-message',
      message: 'A message should be non-empty text; put numbers and words like yes in quotes.',
    })
    return
  }
  if (isOverLength(value, triggerTestLimits.maxMessageLength)) {
    report(reader, node, {
      code: 'triggers.message-too-long',
      message: `The message has ${countCharacters(value)} characters; at most ${triggerTestLimits.maxMessageLength} are allowed.`,
    })
    return
  }
  reader.found.push({ text: value.trim(), mustSurface, offset: offsetOf(node) })
}

/** Keeps the first of equal messages; reports duplicates and contradictions. */
function withoutRepeats({ found, findings }: Reader): Reader['found'] {
  const seen = new Map<string, boolean>()
  return found.filter(({ text, mustSurface, offset }) => {
    const previous = seen.get(text)
    if (previous === undefined) {
      seen.set(text, mustSurface)
      return true
    }
    const contradicts = previous !== mustSurface
    findings.push({
      code: contradicts ? 'triggers.contradiction' : 'triggers.repeated',
      severity: contradicts ? 'error' : 'warning',
      offset,
      message: contradicts
        ? 'The message is listed both as one that must surface the skill and as one that must not.'
        : 'The message is a duplicate.',
    })
    return false
  })
}

function locateMessages(text: string, found: Reader['found']): readonly TriggerTestMessage[] {
  const positions = positionFindings(
    text,
    found.map(({ offset }) => ({ code: '', severity: 'info', offset, message: '' })),
  )
  return found.map(({ text: message, mustSurface }, index) => {
    return { text: message, mustSurface, line: positions[index]!.line }
  })
}

function report(
  { findings }: Reader,
  node: Node | null,
  { code, message }: { readonly code: string; readonly message: string },
): void {
  findings.push({ code, severity: 'error', offset: offsetOf(node), message })
}

function offsetOf(node: Node | null): number {
  return node?.range?.[0] ?? 0
}
