import { type Finding, positionFindings } from '../base/diagnostic.ts'
import { emptyObject } from '../base/json.ts'
import { readFields } from '../fields/read-fields.ts'
import type { FieldFinding } from '../fields/read-values.ts'
import type { LoadOptions, LoadResult, SkillDocument } from '../fields/skill-document.ts'
import { decodeSource, withNewlines } from '../frontmatter/decode-source.ts'
import { type Entry, readYamlKey, splitEntries } from '../frontmatter/entries.ts'
import { type FrontmatterResult, readFrontmatter } from '../frontmatter/read-frontmatter.ts'
import { checkRouting } from '../routing/check-routing.ts'
import { unknownKeys } from '../routing/unknown-keys.ts'
import { checkFields } from './check-fields.ts'
import { cleanStrings } from './clean-strings.ts'
import type { FileContent } from './file-content.ts'

/**
 * Loads a SKILL.md as leniently as is safe and reports repairs with their position in the text. Never throws
 * on content. Rejects only bytes that are not text and frontmatter over the limits; a file without frontmatter is all
 * body.
 */
export function loadSkillMd(input: string | Uint8Array, options: LoadOptions = {}): LoadResult {
  const decoded = decodeSource(input)
  if (!decoded.ok)
    return { ok: false, diagnostics: positionFindings(decoded.text, [decoded.finding]) }
  const lineFeeds = withNewlines(decoded.text)
  const text = lineFeeds ?? decoded.text
  const reading = readFrontmatter(text)
  if (reading.kind === 'refused') {
    return { ok: false, diagnostics: positionFindings(text, reading.findings) }
  }
  const findings: Finding[] = [
    ...(lineFeeds === undefined ? [] : [carriageReturns]),
    ...reading.findings,
  ]
  const content = contentOf(text, reading)
  const sanitised = cleanStrings(content)
  const { fields, findings: fieldFindings } = readFields(content.parsed)
  if (fields.name === undefined && options.folderName) fields.name = options.folderName
  const document: SkillDocument = {
    source: decoded.text,
    hasFrontmatter: reading.kind === 'read',
    frontmatter: content.parsed.value,
    body: text.slice(content.bodyOffset),
    bodyOffset: content.bodyOffset,
    fields,
  }
  const allFindings = [
    ...sanitised,
    ...fieldFindings,
    ...checkFields(document, options),
    ...routingFindings(fields, document),
  ]
  for (const fieldFinding of allFindings) findings.push(locateFieldFinding(content, fieldFinding))
  return {
    ok: true,
    document,
    repaired: lineFeeds !== undefined || reading.repaired || sanitised.length > 0,
    diagnostics: positionFindings(text, findings),
  }
}

const carriageReturns: Finding = {
  code: 'encoding.line-ends',
  severity: 'warning',
  offset: 0,
  message: 'The lines end with a carriage return alone; it was read as a line end.',
  fix: 'Save the file with the line ends LF or CRLF.',
}

/** Skips files without routing fields. */
function routingFindings({ routing }: SkillDocument['fields'], { frontmatter }: SkillDocument) {
  const misspelt = unknownKeys(frontmatter)
  return routing === undefined ? misspelt : [...misspelt, ...checkRouting(frontmatter)]
}

function contentOf(
  text: string,
  reading: Exclude<FrontmatterResult, { kind: 'refused' }>,
): FileContent {
  if (reading.kind === 'none') {
    const parsed = { value: emptyObject(), texts: new Map(), usesFlow: false }
    const bodyOffset = text.charCodeAt(0) === 0xfeff ? 1 : 0
    return { text, parsed, bodyOffset, entry: () => undefined }
  }
  const range = { from: reading.fence.contentStart, to: reading.fence.contentEnd }
  let entries: Entry[] | undefined
  const entry = (key: string): Entry | undefined => {
    entries ??= splitEntries(text, range, reading.readKey).entries
    return entries.findLast((candidate) => candidate.key === key)
  }
  return { text, parsed: reading.parsed, bodyOffset: reading.fence.bodyOffset, entry }
}

function locateFieldFinding(content: FileContent, fieldFinding: FieldFinding): Finding {
  const { key, path = [key], ...finding } = fieldFinding
  const outer = content.entry(key)
  if (outer === undefined) return { ...finding, offset: 0 }
  const entry = innermostEntry(content.text, outer, path.slice(1))
  const endOffset = entry.start + content.text.slice(entry.start, entry.end).trimEnd().length
  return { ...finding, offset: entry.keyStart, endOffset }
}

/** The lines of the nested key, if it has lines of its own; a dotted key counts as nested. */
function innermostEntry(text: string, outer: Entry, path: readonly string[]): Entry {
  const below = text.indexOf('\n', outer.lineEnd) + 1
  if (path.length === 0 || below === 0 || below >= outer.end) return outer
  const { entries } = splitEntries(text, { from: below, to: outer.end }, readYamlKey)
  const dotted = entries.findLast(({ key }) => key === path.join('.'))
  if (dotted) return dotted
  const nested = entries.findLast(({ key }) => key === path[0])
  return nested ? innermostEntry(text, nested, path.slice(1)) : outer
}
