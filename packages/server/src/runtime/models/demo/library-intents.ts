import type { JsonObject } from '@repertoire/core/base'
import type { ModelMessage } from '@repertoire/core/ports'
import { loadSkillMd, slugify } from '@repertoire/skill-md'

/** A change of the library that the message asks for in plain words. */
export interface LibraryIntent {
  readonly tool: string
  readonly input: JsonObject
}

const keep = /\b(?:remember|save|keep|store)\b[^:\n]*\bas (?:a |an )?(?:new )?skill\b/i
const called = /\b(?:named|called)\s+["“']?([\w][\w .-]{0,60}?)["”']?\s*(?::|[.!]?\s*$)/im
const file = /(?:^|[\s"'`(])((?:[\w-]+\/)*[\w.-]+\.(?:md|markdown))\b/i
const named = /\bskills?\s+(?:named\s+|called\s+)?["“'`]?([a-z0-9]+(?:[._-][a-z0-9]+)*)["”'`]?/i

/** The file to keep as a skill: `save notes/deploy.md as a skill`. Null when none is named. */
export function fileToKeep(text: string): string | null {
  return keep.test(text) ? (file.exec(text.split(':')[0] ?? '')?.[1] ?? null) : null
}

/** A skill from a file's text, by its frontmatter or else by its first lines. */
export function skillOfFile(path: string, text: string): LibraryIntent {
  const loaded = loadSkillMd(text)
  const { fields, body } = loaded.ok ? loaded.document : { fields: null, body: text }
  const stem = (path.split('/').at(-1) ?? path).replace(/\.\w+$/, '')
  const title = fields?.title ?? fields?.name ?? headingOf(body) ?? stem.replaceAll('-', ' ')
  const input = {
    name: slugify(fields?.name ?? stem),
    title,
    description: fields?.description || describe(title, body),
    content: body,
    tags: [...(fields?.tags ?? [])],
  }
  return { tool: 'create_skill', input }
}

/** The dictated text: after a colon, or else the previous message. */
export function skillDraft(text: string, messages: readonly ModelMessage[]): LibraryIntent | null {
  if (!keep.test(text)) return null
  const colon = text.indexOf(':')
  const [opening, after] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
  const dictated = after.trim() || previousMessage(messages)
  if (dictated === '') return null
  const title = called.exec(`${opening}:`)?.[1]?.trim().replaceAll('-', ' ') ?? headline(dictated)
  const content = /^#\s/m.test(dictated) ? `${dictated}\n` : `# ${title}\n\n${dictated}\n`
  const input = { name: slugify(title), title, description: describe(title, dictated), content }
  return { tool: 'create_skill', input }
}

/** Any other operation on a skill that is named. */
export function libraryIntentOf(text: string): LibraryIntent | null {
  const name = named.exec(text)?.[1]
  if (name === undefined) return null
  const replacing = /\b(?:replace|change)\s+["“](.+?)["”]\s+(?:with|to|by)\s+["“](.*?)["”]/is.exec(
    text,
  )
  if (replacing) {
    const [, find = '', replace = ''] = replacing
    return { tool: 'update_skill', input: { name, operation: 'find_replace', find, replace } }
  }
  const added = /^\s*(?:please\s+)?(?:add|append)\b[^:\n]*:\s*(\S[\s\S]*)$/i.exec(text)?.[1]
  if (added !== undefined) {
    return { tool: 'update_skill', input: { name, operation: 'append', content: `${added}\n` } }
  }
  for (const [verb, tool] of verbs) if (verb.test(text)) return { tool, input: { name } }
  return null
}

const verbs: readonly (readonly [RegExp, string])[] = [
  [/\b(?:delete|remove)\b/i, 'delete_skill'],
  [/\b(?:disable|(?:switch|turn)\b.*\boff)\b/i, 'disable_skill'],
  [/\b(?:enable|(?:switch|turn)\b.*\bon)\b/i, 'enable_skill'],
  [/\b(?:read|show)\b/i, 'read_skill'],
]

function previousMessage(messages: readonly ModelMessage[]): string {
  const userTexts = messages.flatMap((message) => (message.role === 'user' ? [message.text] : []))
  return userTexts.at(-2)?.trim() ?? ''
}

function headingOf(body: string): string | undefined {
  return /^#\s+(.+?)\s*#*$/m.exec(body)?.[1]
}

function headline(dictated: string): string {
  return (
    headingOf(dictated) ??
    dictated
      .split(/\s+/)
      .slice(0, 5)
      .join(' ')
      .replace(/[.,:;]+$/, '')
  )
}

function describe(title: string, body: string): string {
  const first = body.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#'))
  return `How ${title} is done here: ${(first ?? title).trim().slice(0, 300)}`
}
