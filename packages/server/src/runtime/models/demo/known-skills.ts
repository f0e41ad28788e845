import type { JsonObject } from '@repertoire/core/base'
import { asText } from './current-turn.ts'
import type { KnownSkill } from './skill-fit.ts'

/** The skills that a prompt lists. */
export interface ListedSkills {
  readonly skills: readonly KnownSkill[]
  /** What the list says about skills that it leaves out; empty when it has all. */
  readonly remark: string
}

/** The skills that a system prompt lists by name. */
export function listedSkills(system: readonly string[]): ListedSkills {
  const prompt = system.join('\n')
  const block = /<(available_skills|attached_skills|skill_catalogue)>\n([\s\S]*?)\n<\/\1>/.exec(
    prompt,
  )
  const summary = /^## Available Skills\n((?:[-(].*\n?)*)/m.exec(prompt)?.[1]
  const lines = (block?.[2] ?? summary ?? '').split('\n')
  const isCatalogue = block?.[1] === 'skill_catalogue'
  return {
    skills: lines.flatMap((line) => skillOfLine(line, isCatalogue) ?? []),
    remark: lines.filter((line) => /^\(.*\bmore\b/.test(line)).join(' '),
  }
}

/** A skill as a tool's result names it. */
export function skillOfResult(result: JsonObject): KnownSkill {
  const list = (value: JsonObject[string] | undefined) =>
    Array.isArray(value) ? value.map(asText) : []
  const slug = asText(result.slug) || asText(result.name)
  return {
    slug,
    name: asText(result.title) || asText(result.name) || slug,
    description: asText(result.description),
    tags: list(result.tags),
    found: list(result.why).map((reason) => reason.replace(/ in \w+$/, '')),
  }
}

/** The reasons of a catalogue are no words of the skill, but its keywords among them are. */
function skillOfLine(line: string, isCatalogue: boolean): KnownSkill | undefined {
  const [, slug, text = ''] = /^- ([a-z0-9._-]+)(?: \([^)]*\))?:? ?(.*)$/.exec(line) ?? []
  if (slug === undefined) return undefined
  const at = isCatalogue ? text.lastIndexOf(' [') : -1
  const reasons = at === -1 ? [] : text.slice(at + 2, -1).split(', ')
  return {
    slug,
    name: slug,
    description: at === -1 ? text : text.slice(0, at),
    tags: reasons.flatMap((reason) => (reason.startsWith('kw:') ? [reason.slice(3)] : [])),
    found: [],
  }
}
