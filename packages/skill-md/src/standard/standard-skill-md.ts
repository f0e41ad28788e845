import { isLongerThan, truncate } from '../characters.ts'
import { locateFindings } from '../diagnostic.ts'
import { readFrontmatter } from '../frontmatter/read-frontmatter.ts'
import { emptyObject, type JsonObject, ownValue, sameJson } from '../json.ts'
import { decodeSource } from '../load/decode-source.ts'
import { readFields } from '../load/read-fields.ts'
import { splitTools } from '../load/split-text.ts'
import { validateSkillMd } from '../profiles/validate-skill-md.ts'
import { editSkillMd, UnreadableSkillMd } from '../serialise/edit-skill-md.ts'
import { serialiseSkillMd } from '../serialise/serialise-skill-md.ts'
import { slugify } from '../slug.ts'
import { type StandardInput, standardMetadata } from './standard-metadata.ts'

export interface StandardSkillMd {
  /** Valid in the open format. The folder of the skill must have it, too. */
  readonly name: string
  readonly source: string
}

const maxDescriptionLength = 1024
const maxCompatibilityLength = 500

/**
 * The SKILL.md as every agent of the open format accepts it (D11): only the six standard keys, a valid `name`, and all
 * other keys under `metadata`, where our loader reads them again. A file that is standard already stays byte for byte;
 * otherwise only lines that must change do, as far as its notation allows. The body never changes. `slug` is the skill's.
 * Throws {@link UnreadableSkillMd} when the loader rejects the file.
 */
export function standardSkillMd(source: string, slug: string): StandardSkillMd {
  const input = readInput(source, slug)
  const target = standardFrontmatter(input)
  const edited = editSkillMd(source, { frontmatter: changesTo(target, input.parsed.value) })
  const isStandard = validateSkillMd(edited, 'spec', { folderName: input.name }).length === 0
  const result = isStandard ? edited : serialiseSkillMd({ frontmatter: target, body: input.body })
  return { name: input.name, source: result }
}

interface SkillMdInput extends StandardInput {
  readonly body: string
}

function readInput(source: string, slug: string): SkillMdInput {
  const decoded = decodeSource(source)
  if (!decoded.ok) throw new UnreadableSkillMd(locateFindings(decoded.text, [decoded.finding]))
  const reading = readFrontmatter(source)
  if (reading.kind === 'refused') {
    throw new UnreadableSkillMd(locateFindings(source, reading.findings))
  }
  const name = slugify(slug) || 'skill'
  if (reading.kind === 'read') {
    const { parsed, fence } = reading
    const { fields } = readFields(parsed)
    return { parsed, fields, name, slug, body: source.slice(fence.bodyOffset) }
  }
  const parsed = { value: emptyObject(), texts: new Map(), usesFlow: false }
  const body = source.replace(/^\ufeff/, '')
  return { parsed, fields: readFields(parsed).fields, name, slug, body }
}

function standardFrontmatter(input: SkillMdInput): JsonObject {
  const { fields, name } = input
  const target = emptyObject()
  target.name = name
  target.description = standardDescription(input)
  if (fields.license !== '') target.license = fields.license
  if (fields.compatibility !== '') {
    target.compatibility = truncate(fields.compatibility, maxCompatibilityLength)
  }
  const tools = fields.allowedTools ?? []
  if (tools.length > 0) target['allowed-tools'] = toolText(tools)
  const metadata = standardMetadata(input)
  if (Object.keys(metadata).length > 0) target.metadata = metadata
  return target
}

/** The description as written if it is valid; a missing one is taken from the text that comes closest to it. */
function standardDescription({ parsed, fields, body, name }: SkillMdInput): string {
  const written = ownValue(parsed.value, 'description')
  const isValid = typeof written === 'string' && written.trim() !== ''
  if (isValid && !isLongerThan(written, maxDescriptionLength)) return written
  const text = [fields.description, fields.whenToUse, firstParagraph(body)].find(Boolean)
  return truncate(text ?? `The skill ${name}.`, maxDescriptionLength)
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

function changesTo(target: JsonObject, current: JsonObject): JsonObject {
  const changes = emptyObject()
  for (const key of Object.keys(current)) changes[key] = null
  return Object.assign(changes, target)
}
