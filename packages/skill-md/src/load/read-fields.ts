import type { Finding } from '../diagnostic.ts'
import { type ParsedFrontmatter, scalarText } from '../frontmatter/parsed-frontmatter.ts'
import { emptyObject, isJsonObject, type JsonObject, ownValue } from '../json.ts'
import type { SkillFields } from '../skill-document.ts'
import { isSlug } from '../slug.ts'
import { splitTools } from './split-tools.ts'

/** A remark about a key; the loader turns it into a place in the file. */
export interface FieldFinding extends Omit<Finding, 'offset' | 'endOffset'> {
  key: string
}

export interface FieldReading {
  fields: SkillFields
  findings: FieldFinding[]
}

interface Source {
  parsed: ParsedFrontmatter
  metadata: JsonObject
  findings: FieldFinding[]
}

/** The catalogue's fields out of parsed frontmatter; version, author and tags may also live in `metadata`. */
export function readFields(parsed: ParsedFrontmatter): FieldReading {
  const raw = ownValue(parsed.value, 'metadata')
  const source: Source = { parsed, metadata: isJsonObject(raw) ? raw : emptyObject(), findings: [] }
  if (raw !== undefined && raw !== null && !isJsonObject(raw)) {
    source.findings.push({
      key: 'metadata',
      code: 'metadata.not-a-map',
      severity: 'warning',
      message: '`metadata` should be a map of names to values; it is kept but not read.',
    })
  }
  const fields: SkillFields = {
    description: text(source, ['description']),
    whenToUse: text(source, ['when_to_use', 'when-to-use']),
    version: text(source, ['version']) || metadataText(source, 'version'),
    author: author(source),
    license: text(source, ['license']),
    compatibility: text(source, ['compatibility']),
    tags: tags(source),
    contextFork: isFork(source),
    metadata: source.metadata,
  }
  const name = text(source, ['name'])
  if (name !== '') fields.name = name
  const title = text(source, ['title', 'display_name', 'display-name', 'displayName'])
  if (title !== '') fields.title = title
  const tools = allowedTools(source)
  if (tools !== undefined) fields.allowedTools = tools
  readSlug(source, fields)
  return { fields, findings: source.findings }
}

function text(source: Source, keys: readonly string[]): string {
  for (const key of keys) {
    const found = scalarText(source.parsed.texts, source.parsed.value, key)?.trim()
    if (found) return found
  }
  return ''
}

function metadataText(source: Source, key: string): string {
  return scalarText(source.parsed.texts, source.metadata, key)?.trim() ?? ''
}

function author(source: Source): string {
  const top = text(source, ['author'])
  if (top !== '') return top
  const person = ownValue(source.parsed.value, 'author') ?? ownValue(source.metadata, 'author')
  if (isJsonObject(person)) return scalarText(source.parsed.texts, person, 'name')?.trim() ?? ''
  return metadataText(source, 'author')
}

function tags(source: Source): string[] {
  const top = words(source, source.parsed.value, 'tags')
  const list = top.length > 0 ? top : words(source, source.metadata, 'tags')
  return [...new Set(list)]
}

/** A list of scalars, or a text with commas. */
function words(source: Source, container: JsonObject, key: string): string[] {
  const value = ownValue(container, key)
  const parts = Array.isArray(value)
    ? value.map((_, index) => scalarText(source.parsed.texts, value, String(index)) ?? '')
    : (scalarText(source.parsed.texts, container, key) ?? '').split(',')
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function allowedTools(source: Source): string[] | undefined {
  for (const key of ['allowed-tools', 'allowed_tools']) {
    const value = ownValue(source.parsed.value, key)
    if (value === undefined || value === null) continue
    const written = Array.isArray(value)
      ? value.map((_, index) => scalarText(source.parsed.texts, value, String(index)) ?? '')
      : [scalarText(source.parsed.texts, source.parsed.value, key) ?? '']
    return [...new Set(written.flatMap(splitTools))]
  }
  return undefined
}

function isFork(source: Source): boolean {
  return text(source, ['context']) === 'fork' || text(source, ['context_fork']) === 'true'
}

function readSlug(source: Source, fields: SkillFields): void {
  const slug = text(source, ['slug'])
  if (slug === '') return
  if (isSlug(slug)) fields.slug = slug
  else {
    source.findings.push({
      key: 'slug',
      code: 'slug.characters',
      severity: 'warning',
      message: `The slug ${JSON.stringify(slug.slice(0, 120))} cannot be used.`,
      fix: 'Use groups of lowercase letters and digits joined by a single ".", "_" or "-", at most 100 characters.',
    })
  }
}
