import type { Diagnostic } from '../base/diagnostic.ts'

/** A message that must, or must not, surface the skill. */
export interface TriggerTestMessage {
  /** As a person would write it. */
  readonly text: string
  readonly mustSurface: boolean
  /** 1-based line in the file. */
  readonly line: number
}

/** The parsed trigger tests of a file. Invalid messages are left out and reported. */
export interface TriggerTestSet {
  readonly messages: readonly TriggerTestMessage[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Limits of one file. */
export const triggerTestLimits = {
  maxMessages: 200,
  /** Characters. */
  maxMessageLength: 2_000,
  /** Characters. */
  maxFileLength: 16 * 1024,
} as const

const triggerTestFiles = ['evals/triggers.yaml', 'evals/triggers.yml', 'evals/triggers.json']

/**
 * Finds the file with the trigger tests of a skill: our file names first, then the first file of another tool by
 * name (`evals/trigger-eval.json` and the like). Null for none.
 */
export function findTriggerTestFile(paths: readonly string[]): string | null {
  const known = triggerTestFiles.find((path) => paths.includes(path))
  if (known !== undefined) return known
  const others = paths.filter((path) => /^evals\/[^/]*trigger[^/]*\.(?:ya?ml|json)$/i.test(path))
  return others.toSorted()[0] ?? null
}
