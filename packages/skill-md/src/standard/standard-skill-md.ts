import { positionFindings } from '../base/diagnostic.ts'
import { emptyObject, type JsonObject, ownValue, sameJson } from '../base/json.ts'
import { slugify } from '../base/slug.ts'
import { readFields } from '../fields/read-fields.ts'
import { decodeSource, withNewlines } from '../frontmatter/decode-source.ts'
import type { ParsedFrontmatter, ScalarTexts } from '../frontmatter/parsed-frontmatter.ts'
import { readFrontmatter } from '../frontmatter/read-frontmatter.ts'
import { specKeys } from '../profiles/field-rules.ts'
import { openFormat, profiles } from '../profiles/profiles.ts'
import { validateAgainst } from '../profiles/validate-skill-md.ts'
import { editSkillMd, InvalidSkillMd } from '../serialise/edit-skill-md.ts'
import { serialiseSkillMd } from '../serialise/serialise-skill-md.ts'
import { inBlockYaml } from './block-yaml.ts'
import { type StandardInput, standardFrontmatter } from './standard-frontmatter.ts'

export interface StandardSkillMd {
  /** Valid in the open format. The folder of the skill must have it, too. */
  readonly name: string
  readonly source: string
}

/**
 * The SKILL.md as other agents read it: the keys of the open format with valid values, and every other key where
 * its author wrote it. A file with keys of the open format alone passes its reference validator. A file that is standard
 * already stays byte for byte; otherwise only lines that must change do, as far as its notation allows. The body never
 * changes. `slug` is the skill's. Throws {@link InvalidSkillMd} when the loader rejects the file.
 */
export function standardSkillMd(stored: string, slug: string): StandardSkillMd {
  const source = withNewlines(stored) ?? stored
  const input = readInput(source, slug)
  const target = standardFrontmatter(input)
  const edited = editSkillMd(source, { frontmatter: changesTo(target, input.parsed.value) })
  const written = inBlockYaml(withTextsOf(input.parsed, target), target)
  const isEnough = isStandard(edited, input.name, target) && saysTheSame(edited, written)
  const whole = () => serialiseSkillMd({ frontmatter: written, body: input.body })
  return { name: input.name, source: isEnough ? edited : whole() }
}

function isStandard(text: string, folderName: string, target: JsonObject): boolean {
  const isOpenFormat = Object.keys(target).every((key) => specKeys.includes(key))
  const profile = isOpenFormat ? profiles.spec : openFormat
  return validateAgainst(text, profile, { folderName }).length === 0
}

/** An edit that had to write the frontmatter anew loses the notation of numbers. */
function saysTheSame(text: string, written: JsonObject): boolean {
  const reading = readFrontmatter(text)
  if (reading.kind !== 'read') return false
  return sameJson(inBlockYaml(reading.parsed.texts, reading.parsed.value), written)
}

function withTextsOf({ texts, value }: ParsedFrontmatter, target: JsonObject): ScalarTexts {
  return new Map([...texts, [target, texts.get(value) ?? new Map()]])
}

function readInput(source: string, slug: string): StandardInput {
  const decoded = decodeSource(source)
  if (!decoded.ok) throw new InvalidSkillMd(positionFindings(decoded.text, [decoded.finding]))
  const reading = readFrontmatter(source)
  if (reading.kind === 'refused') {
    throw new InvalidSkillMd(positionFindings(source, reading.findings))
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

/** Only what differs: a value that stays keeps its notation, and a key without a value its line. */
function changesTo(target: JsonObject, current: JsonObject): JsonObject {
  const changes = emptyObject()
  for (const key of Object.keys(current)) {
    if (!Object.hasOwn(target, key)) changes[key] = null
  }
  for (const key of Object.keys(target)) {
    const [value, before] = [ownValue(target, key) ?? null, ownValue(current, key)]
    if (before === undefined || !sameJson(value, before)) changes[key] = value
  }
  return changes
}
