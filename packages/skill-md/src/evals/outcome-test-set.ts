import type { Diagnostic } from '../base/diagnostic.ts'

export type JsonRecord = { readonly [key: string]: unknown }

/** What an answer must fulfil. A judge is a model, and its verdict is an opinion. */
export type OutcomeCheck = { readonly name: string } & (
  | { readonly kind: 'contains' | 'matches'; readonly value: string; readonly negated: boolean }
  | { readonly kind: 'schema'; readonly schema: JsonRecord | boolean }
  /** A file of the package; it passes when it exits with 0. */
  | { readonly kind: 'script'; readonly path: string }
  | { readonly kind: 'judge'; readonly criterion: string }
)

/** A message to an agent, and what its answer must fulfil. */
export interface OutcomeCase {
  /** As in the file; numbers as text. */
  readonly id: string
  readonly prompt: string
  readonly expectedOutput: string | null
  /** Files of the package that are in the conversation's folder from the beginning. */
  readonly files: readonly string[]
  readonly checks: readonly OutcomeCheck[]
  /** 1-based line in the file. */
  readonly line: number
}

/** The parsed outcome tests of a file. Cases that cannot run are left out and reported. */
export interface OutcomeTestSet {
  readonly skillName: string | null
  readonly cases: readonly OutcomeCase[]
  readonly diagnostics: readonly Diagnostic[]
}

export const outcomeTestFile = 'evals/evals.json'

/** Limits of one file. */
export const outcomeTestLimits = {
  /** UTF-16 units. */
  maxFileLength: 1024 * 1024,
  maxDepth: 32,
  maxCases: 200,
  maxPromptLength: 50_000,
  maxChecks: 50,
  /** Of one text in a check. */
  maxCheckLength: 4_000,
  maxFiles: 50,
} as const
