import type { Diagnostic } from './diagnostic.ts'
import type { JsonObject } from './json.ts'
import type { OpenClawFields } from './load/openclaw-fields.ts'
import type { RoutingFields } from './load/routing-fields.ts'

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
  /**
   * As written, arguments included (`Bash(git:*)`). Absent when the file says nothing; empty when it names no tool,
   * which restricts nothing (D7).
   */
  allowedTools?: string[]
  /** `context: fork` or `context_fork: true`: the skill is meant to run in a sub-agent (D6). */
  contextFork: boolean
  /** The `metadata` map as it is; empty when there is none. */
  metadata: JsonObject
  /** Shown to a person who calls the skill: `[issue number]`. */
  argumentHint: string
  /** Names of the positional arguments, in order. */
  arguments: string[]
  /** Only a person may activate it: it is never offered to a model. */
  disableModelInvocation: boolean
  /** False: it is background knowledge that a person does not call. True unless the file says otherwise. */
  userInvocable: boolean
  /** As written, like `allowedTools`. */
  disallowedTools: string[]
  /** The model, effort, sub-agent and shell the file asks for; empty when it asks for none. */
  model: string
  effort: string
  agent: string
  shell: string
  /** It asks to run without anybody waiting for it. */
  background: boolean
  /** What other agents would run around the skill. Kept and shown, never run. */
  hooks: JsonObject
  /** Glob patterns of the files it is about; none means any. */
  paths: string[]
  /** `metadata.internal`: meant for its own repository, not for a catalogue. */
  internal: boolean
  /** `metadata.adk_additional_tools`. */
  additionalTools: string[]
  /** `metadata.openclaw` or one of its earlier names; absent when there is none. */
  openclaw?: OpenClawFields
  /** When the skill is wanted and what it needs (E1, E3); absent when the file says nothing of it. */
  routing?: RoutingFields
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
