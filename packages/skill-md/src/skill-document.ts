import type { Diagnostic } from './diagnostic.ts'
import type { JsonObject } from './json.ts'

/** What the catalogue needs from a skill's frontmatter (A1, D2), already tidied. */
export interface SkillFields {
  /** As written, outer spaces removed; the folder's name when the file has none. */
  name?: string
  /** Only when the file gives one that can be a slug. */
  slug?: string
  /** A name for people, where the file gives one beside `name`. */
  title?: string
  /** Empty when there is none: such a skill is kept but never offered. */
  description: string
  whenToUse: string
  /** As written: `1.0` stays `1.0`. */
  version: string
  author: string
  license: string
  compatibility: string
  tags: string[]
  /** Absent when the file says nothing; an empty list means no tool at all. */
  allowedTools?: string[]
  contextFork: boolean
  metadata: JsonObject
}

/** A SKILL.md as read. `source` is exactly the text given. */
export interface SkillDocument {
  source: string
  hasFrontmatter: boolean
  /** All keys in their order, as plain JSON. */
  frontmatter: JsonObject
  /** The text after the closing fence's line ending. */
  body: string
  /** UTF-16 offset of the body in `source`. */
  bodyOffset: number
  fields: SkillFields
}

export type LoadResult =
  | { ok: true; document: SkillDocument; repaired: boolean; diagnostics: Diagnostic[] }
  | { ok: false; diagnostics: Diagnostic[] }

export interface LoadOptions {
  /** Name of the folder the file lies in: the name of a skill that gives none, and what `name` should equal. */
  folderName?: string | undefined
}
