import type { Diagnostic } from '../base/diagnostic.ts'
import type { JsonObject } from '../base/json.ts'
import type { OpenClawFields } from './openclaw-fields.ts'
import type { RoutingFields } from './routing-fields.ts'

/** The normalised fields of a skill's frontmatter. */
export interface SkillFields {
  /** As written, trimmed; the folder name when the file has none. */
  name?: string
  /** Present when the file has a valid slug. */
  slug?: string
  /** A display name, when the file has one besides `name`. */
  title?: string
  /** Empty when absent: such a skill is stored but never offered. */
  description: string
  whenToUse: string
  /** As written: `1.0` stays `1.0`. */
  version: string
  author: string
  license: string
  compatibility: string
  tags: string[]
  /**
   * As written, including arguments (`Bash(git:*)`). Absent without the key; an empty list restricts nothing.
   */
  allowedTools?: string[]
  /** `context: fork` or `context_fork: true`: the skill is meant to run in a sub-agent. */
  contextFork: boolean
  /** The `metadata` map; empty when absent. */
  metadata: JsonObject
  /** Shown to a person who calls the skill: `[issue number]`. */
  argumentHint: string
  /** Names of the positional arguments, in order. */
  arguments: string[]
  /** Only people may activate the skill; it is never offered to a model. */
  disableModelInvocation: boolean
  /** False for background knowledge that people do not invoke. Default: true. */
  userInvocable: boolean
  /** As written, like `allowedTools`. */
  disallowedTools: string[]
  /** The requested model, effort, sub-agent and shell; empty for none. */
  model: string
  effort: string
  agent: string
  shell: string
  /** The skill requests to run in the background. */
  background: boolean
  /** Hooks for other agents. Stored and shown, never run. */
  hooks: JsonObject
  /** Glob patterns of relevant files; none means any file. */
  paths: string[]
  /** `metadata.internal`: only for its own repository, not for a library. */
  internal: boolean
  /** `metadata.adk_additional_tools`. */
  additionalTools: string[]
  /** `metadata.openclaw` or one of its earlier names; absent without one. */
  openclaw?: OpenClawFields
  /** Routing fields and conditions; absent when the file has none. */
  routing?: RoutingFields
}

/** A parsed SKILL.md. `source` is exactly the given text. */
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
  /** Name of the folder of the file: the fallback for the skill name, and the expected `name`. */
  folderName?: string | undefined
}
