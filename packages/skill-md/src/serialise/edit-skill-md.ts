import { type Diagnostic, positionFindings } from '../base/diagnostic.ts'
import { emptyObject, type JsonObject, type JsonValue, sameJson } from '../base/json.ts'
import { decodeSource, withNewlines } from '../frontmatter/decode-source.ts'
import { type FrontmatterResult, readFrontmatter } from '../frontmatter/read-frontmatter.ts'
import { applyEdits, editMapLines } from './edit-lines.ts'
import { frontmatterBlock } from './serialise-skill-md.ts'

export interface SkillMdChanges {
  /** New values by key; `null` removes the key. Keys not named stay as they are. */
  frontmatter?: Record<string, JsonValue | null>
  /** The text after the closing fence line. */
  body?: string
}

/** A file that cannot be edited because it cannot be read; `diagnostics` are those of the loader. */
export class InvalidSkillMd extends Error {
  readonly diagnostics: Diagnostic[]

  constructor(diagnostics: Diagnostic[]) {
    super(diagnostics[0]?.message ?? 'The file cannot be read.')
    this.name = 'InvalidSkillMd'
    this.diagnostics = diagnostics
  }
}

/**
 * Changes keys or the body of a SKILL.md and nothing else: comments, order, quoting, line endings and every other byte
 * stay. An unchanged value changes nothing. Carriage returns that alone end the lines become line feeds. Throws {@link InvalidSkillMd} when the loader rejects the file.
 */
export function editSkillMd(source: string, changes: SkillMdChanges): string {
  const edited = editLines(withNewlines(source) ?? source, changes)
  return edited === withNewlines(source) ? source : edited
}

function editLines(source: string, changes: SkillMdChanges): string {
  let text = source
  if (changes.frontmatter !== undefined) text = editFrontmatter(text, changes.frontmatter)
  if (changes.body !== undefined) text = editBody(text, changes.body)
  return text
}

type Readable = Exclude<FrontmatterResult, { kind: 'refused' }>

function read(text: string): Readable {
  const decoded = decodeSource(text)
  if (!decoded.ok) throw new InvalidSkillMd(positionFindings(decoded.text, [decoded.finding]))
  const reading = readFrontmatter(text)
  if (reading.kind === 'refused') throw new InvalidSkillMd(positionFindings(text, reading.findings))
  return reading
}

function editFrontmatter(text: string, changes: Record<string, JsonValue | null>): string {
  const reading = read(text)
  const current = reading.kind === 'read' ? reading.parsed.value : emptyObject()
  const target = withChanges(current, changes)
  if (sameJson(current, target)) return text
  const lineEnding = lineEndingOf(text)
  if (reading.kind === 'none') {
    const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
    return text.slice(0, start) + frontmatterBlock(target, lineEnding) + text.slice(start)
  }
  const { fence } = reading
  const edits = editMapLines({
    text,
    range: { from: fence.contentStart, to: fence.contentEnd },
    current,
    target,
    readKey: reading.readKey,
    lineEnding,
  })
  const edited = edits === undefined ? undefined : applyEdits(text, edits)
  if (edited !== undefined && readsBackAs(edited, target, text.slice(fence.bodyOffset)))
    return edited
  const before = text.slice(0, fence.openStart)
  return before + frontmatterBlock(target, lineEnding) + text.slice(fence.bodyOffset)
}

function withChanges(current: JsonObject, changes: Record<string, JsonValue | null>): JsonObject {
  const target = emptyObject()
  for (const key of Object.keys(current)) target[key] = current[key] ?? null
  for (const key of Object.keys(changes)) {
    const value = changes[key] ?? null
    if (value === null) delete target[key]
    else target[key] = value
  }
  return target
}

/** Verifies an edit by parsing it; frontmatter in unusual notation is rewritten instead. */
function readsBackAs(text: string, frontmatter: JsonObject, body: string): boolean {
  const reading = readFrontmatter(text)
  if (reading.kind !== 'read') return false
  return (
    sameJson(reading.parsed.value, frontmatter) && text.slice(reading.fence.bodyOffset) === body
  )
}

function editBody(text: string, body: string): string {
  const reading = read(text)
  if (reading.kind === 'none') {
    const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
    const unfenced = text.slice(0, start) + body
    if (readFrontmatter(unfenced).kind === 'none') return unfenced
    return text.slice(0, start) + frontmatterBlock(emptyObject(), lineEndingOf(text)) + body
  }
  const { fence, parsed } = reading
  if (text.slice(fence.bodyOffset) === body) return text
  const before = text.slice(0, fence.bodyOffset)
  const lineEnding = lineEndingOf(text)
  const atLineStart = before.endsWith('\n') || body === '' ? before : before + lineEnding
  for (const candidate of [atLineStart + body, `${atLineStart}---${lineEnding}${body}`]) {
    if (readsBackAs(candidate, parsed.value, body)) return candidate
  }
  return text.slice(0, fence.openStart) + frontmatterBlock(parsed.value, lineEnding) + body
}

function lineEndingOf(text: string): string {
  const newline = text.indexOf('\n')
  return newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n'
}
