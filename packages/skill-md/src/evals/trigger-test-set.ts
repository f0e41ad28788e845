import type { Diagnostic } from '../diagnostic.ts'
import { limits } from '../frontmatter/limits.ts'

/** A message that must, or must not, bring up the skill it is written for. */
export interface TriggerTestMessage {
  /** As a person would write it. */
  readonly text: string
  readonly mustSurface: boolean
  /** 1-based, in the file it was read from. */
  readonly line: number
}

/** What a file of trigger tests says. What cannot be used is left out and told. */
export interface TriggerTestSet {
  readonly messages: readonly TriggerTestMessage[]
  readonly diagnostics: readonly Diagnostic[]
}

/** What one file may hold. */
export const triggerTestLimits = {
  messages: 200,
  /** Characters of one message. */
  message: 2_000,
  /** Characters of the file. */
  file: limits.generalYamlLength,
} as const

const triggerTestFiles = ['evals/triggers.yaml', 'evals/triggers.yml', 'evals/triggers.json']

/**
 * Which of a skill's files holds its trigger tests: ours first, then the first by name of those others write
 * beside them (`evals/trigger-eval.json` and the like); null for none.
 */
export function findTriggerTestFile(paths: readonly string[]): string | null {
  const known = triggerTestFiles.find((path) => paths.includes(path))
  if (known !== undefined) return known
  const others = paths.filter((path) => /^evals\/[^/]*trigger[^/]*\.(?:ya?ml|json)$/i.test(path))
  return others.toSorted()[0] ?? null
}
