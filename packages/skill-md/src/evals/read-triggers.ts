import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml'
import { countCharacters, isLongerThan, shortened } from '../characters.ts'
import { type Finding, locateFindings } from '../diagnostic.ts'
import { generalYamlExcess } from '../frontmatter/limits.ts'
import { composeYaml } from '../frontmatter/yaml-library.ts'
import { type TriggerMessage, type TriggerReading, triggerLimits } from './trigger-set.ts'

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
 * `{query, should_trigger}` that other tools write, in YAML or JSON. Never throws on content; what cannot be
 * used is left out, with its place.
 */
export function readTriggers(text: string): TriggerReading {
  const reader: Reader = { text, findings: [], found: [] }
  const excess = generalYamlExcess(text)
  if (excess) reader.findings.push(tooMuch(excess))
  else readDocument(reader)
  const kept = withoutRepeats(reader)
  const messages = located(text, kept.slice(0, triggerLimits.messages))
  const [beyond] = kept.slice(triggerLimits.messages)
  if (beyond) {
    reader.findings.push({
      ...{ code: 'triggers.too-many', severity: 'error', offset: beyond.offset },
      message: `Of ${kept.length} messages only the first ${triggerLimits.messages} are used.`,
    })
  }
  return { messages, diagnostics: locateFindings(text, reader.findings) }
}

/** What would take the YAML reader too long is not given to it. */
function tooMuch({ code, offset }: { readonly code: string; readonly offset: number }): Finding {
  return {
    ...{ code: code.replace('frontmatter.', 'triggers.'), severity: 'error', offset },
    message: 'The file is too large, too complex or nested too deeply to be read.',
    fix: `Keep it under ${triggerLimits.file} characters, in one or two levels.`,
  }
}

function readDocument(reader: Reader): void {
  const composed = composeYaml(reader.text)
  if ('kind' in composed) {
    const { offset, message } = composed
    const what = message.split('\n')[0] ?? ''
    reader.findings.push({
      ...{ code: 'triggers.unreadable', severity: 'error', offset },
      message: `The file is neither YAML nor JSON: ${shortened(what, 200)}.`,
    })
    return
  }
  const { contents } = composed
  if (isMap(contents)) readLists(reader, contents)
  else if (isSeq(contents)) for (const item of contents.items) readItem(reader, item as Node)
  else remark(reader, contents as Node | null, { code: 'triggers.shape', message: shape })
}

function readLists(reader: Reader, map: YAMLMap): void {
  for (const { key, value } of map.items) {
    const name = isScalar(key) ? String(key.value) : ''
    if (!Object.hasOwn(lists, name)) {
      const said = `There is no list ${JSON.stringify(shortened(name, 80))} of messages. ${shape}`
      remark(reader, key as Node, { code: 'triggers.unknown-key', message: said })
    } else if (!isSeq(value)) {
      remark(reader, (value ?? key) as Node, {
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
    remark(reader, item, {
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
    remark(reader, node, {
      code: 'triggers.not-a-message',
      message:
        'A message should be text that is not empty; numbers and words like yes need quotes.',
    })
    return
  }
  if (isLongerThan(value, triggerLimits.message)) {
    remark(reader, node, {
      code: 'triggers.message-too-long',
      message: `The message has ${countCharacters(value)} characters; at most ${triggerLimits.message} are taken.`,
    })
    return
  }
  reader.found.push({ text: value.trim(), mustSurface, offset: offsetOf(node) })
}

/** A message says one thing; of two that say the same, one is enough. */
function withoutRepeats({ found, findings }: Reader): Reader['found'] {
  const first = new Map<string, boolean>()
  return found.filter(({ text, mustSurface, offset }) => {
    const said = first.get(text)
    if (said === undefined) {
      first.set(text, mustSurface)
      return true
    }
    const contradicts = said !== mustSurface
    findings.push({
      code: contradicts ? 'triggers.contradiction' : 'triggers.repeated',
      severity: contradicts ? 'error' : 'warning',
      offset,
      message: contradicts
        ? 'The same message stands among those that must surface the skill and those that must not.'
        : 'The same message stands above already.',
    })
    return false
  })
}

function located(text: string, found: Reader['found']): readonly TriggerMessage[] {
  const places = locateFindings(
    text,
    found.map(({ offset }) => ({ code: '', severity: 'info', offset, message: '' })),
  )
  return found.map(({ text: message, mustSurface }, index) => {
    return { text: message, mustSurface, line: places[index]!.line }
  })
}

function remark(
  { findings }: Reader,
  node: Node | null,
  { code, message }: { readonly code: string; readonly message: string },
): void {
  findings.push({ code, severity: 'error', offset: offsetOf(node), message })
}

function offsetOf(node: Node | null): number {
  return node?.range?.[0] ?? 0
}
