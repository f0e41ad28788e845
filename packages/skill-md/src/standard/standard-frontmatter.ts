import { isOverLength, truncate } from '../base/characters.ts'
import { maxDescriptionLength, shownDescription } from '../base/description.ts'
import { emptyObject, isJsonObject, type JsonObject, ownValue, sameJson } from '../base/json.ts'
import type { SkillFields } from '../fields/skill-document.ts'
import { type ParsedFrontmatter, scalarText } from '../frontmatter/parsed-frontmatter.ts'
import { splitTools } from '../frontmatter/split-text.ts'
import { routingNamespace } from '../routing/routing-keys.ts'

export interface StandardInput {
  readonly parsed: ParsedFrontmatter
  readonly fields: SkillFields
  /** Valid in the open format. */
  readonly name: string
  readonly slug: string
  readonly body: string
}

const maxCompatibilityLength = 500
const slugKey = `${routingNamespace}.slug`

/** Spellings that the standard form writes in one way. */
const respelt = new Set(['allowed-tools', 'allowed_tools', 'context_fork'])

/**
 * The frontmatter of the standard form: the keys of the open format with valid values, `context: fork` however it was
 * asked for, and every other key as its author wrote it, in its place.
 */
export function standardFrontmatter(input: StandardInput): JsonObject {
  const { parsed, fields, name, slug } = input
  const target = emptyObject()
  target.name = name
  target.description = standardDescription(input)
  for (const key of Object.keys(parsed.value)) {
    if (!respelt.has(key) && !isCapitalOf(key, parsed.value))
      target[key] ??= ownValue(parsed.value, key) ?? null
  }
  setOrRemove(target, 'license', fields.license)
  setOrRemove(target, 'compatibility', truncate(fields.compatibility, maxCompatibilityLength))
  const tools = fields.allowedTools ?? []
  if (tools.length > 0) target['allowed-tools'] = toolText(tools)
  if (fields.contextFork) target.context = 'fork'
  if (Object.hasOwn(target, 'slug')) target.slug = slug
  const metadata = standardMetadata(input)
  if (Object.keys(metadata).length > 0) target.metadata = metadata
  else delete target.metadata
  return target
}

/** `Description` where there is no `description`: its text stands under the key of the format. */
function isCapitalOf(key: string, frontmatter: JsonObject): boolean {
  const lower = key.toLowerCase()
  const isRead = key !== lower && (lower === 'name' || lower === 'description')
  return isRead && !Object.hasOwn(frontmatter, lower)
}

function setOrRemove(target: JsonObject, key: string, text: string): void {
  if (text === '') delete target[key]
  else target[key] = text
}

/** The description as written if it is valid; a missing one is taken from the text that comes closest to it. */
function standardDescription({ parsed, fields, body, name }: StandardInput): string {
  const written = ownValue(parsed.value, 'description')
  const isValid = typeof written === 'string' && written.trim() !== ''
  if (isValid && !isOverLength(written, maxDescriptionLength)) return written
  const text = [fields.description, fields.whenToUse, firstParagraph(body)].find(Boolean)
  return shownDescription(text ?? `The skill ${name}.`)
}

/** The first line of the body that is neither a heading nor a rule. */
function firstParagraph(body: string): string {
  const lines = body.slice(0, 16_384).split('\n')
  const text = lines.find((line) => /[\p{L}\p{N}]/u.test(line) && !/^\s*#/.test(line))
  return text?.trim() ?? ''
}

/** The text of the open format; a list only when the text would name other tools (`Bash(git`, without its end). */
function toolText(tools: string[]): string | string[] {
  const text = tools.join(' ')
  return sameJson(splitTools(text), tools) ? text : tools
}

/**
 * The `metadata` of the file with text for scalars, as the open format has it, and what nothing else can carry: a name
 * that is no valid one as `title`, and a slug that the name does not give back.
 */
function standardMetadata({ parsed, fields, name, slug }: StandardInput): JsonObject {
  const metadata = emptyObject()
  const written = ownValue(parsed.value, 'metadata') ?? null
  if (isJsonObject(written)) {
    for (const key of Object.keys(written)) {
      const value = ownValue(written, key) ?? null
      if (value !== null) metadata[key] = scalarText(parsed.texts, written, key) ?? value
    }
  } else if (written !== null) {
    metadata.note = scalarText(parsed.texts, parsed.value, 'metadata') ?? written
  }
  if (fields.name !== name && fields.name !== undefined && fields.title === undefined) {
    metadata.title = fields.name
  }
  delete metadata[slugKey]
  if (slug !== name && !Object.hasOwn(parsed.value, 'slug')) metadata[slugKey] = slug
  return metadata
}
