import {
  compareFindings,
  modelReviewVersion,
  partialReviewFinding,
  type ReviewedText,
  readReview,
  reviewQuestion,
  type ScanFinding,
  type ScanReport,
  type SkippedPart,
  splitForReview,
  verdictOf,
} from '@repertoire/skill-md'
import { isProblemError } from '../../base/errors.ts'
import type { RevisionDigest } from '../../base/ids.ts'
import { neutraliseTemplates } from '../../base/text/chat-templates.ts'
import type { PackageFile } from '../../domain/skill.ts'
import type { Model, ModelRequest } from '../../ports/model.ts'

/** What a model found in a package. */
export interface ModelReview {
  readonly findings: readonly ScanFinding[]
  /** The code of the problem for which it did not read all that it was given; null when it did. */
  readonly failure: string | null
}

export interface PackageToReview {
  readonly digest: RevisionDigest
  readonly files: readonly PackageFile[]
}

/** Asks one model one question. Throws ProblemError `model.*`. */
export type AskModel = (request: ModelRequest) => ReturnType<Model['step']>

/** Has a model read a package, part after part. Never throws on content, nor for a model that fails. */
export async function reviewPackage(
  ask: AskModel,
  { digest, files }: PackageToReview,
): Promise<ModelReview> {
  const { parts, unread, texts } = splitForReview(files)
  // No text can contain its own digest.
  const mark = digest.slice(-16)
  const findings: ScanFinding[] = []
  for (const [at, part] of parts.entries()) {
    const question = reviewQuestion(part, { mark, of: [at + 1, parts.length] })
    const found = await answerOf(ask, requestOf(question), texts)
    findings.push(...found.findings)
    if (found.failure !== null) return { findings, failure: found.failure }
  }
  if (unread.length > 0) findings.push(partialReviewFinding(unread))
  return { findings, failure: null }
}

/** What the scanner found and what a model found, with the verdict of both. A model raises a verdict and never lowers it. Pure. */
export function withModelReview(
  scan: ScanReport,
  { findings: added, failure }: ModelReview,
  reviewer: string,
): ScanReport {
  const findings = [...scan.findings, ...added].toSorted(compareFindings)
  const unscanned = failure === null ? scan.unscanned : [...scan.unscanned, unreadPart(failure)]
  const verdict = verdictOf(findings, unscanned)
  // Under the name of the rules alone a failed reading is not known, and tried again.
  const ruleset = failure === null ? rulesetWith(scan.ruleset, reviewer) : scan.ruleset
  return { ruleset, verdict, findings, unscanned }
}

function unreadPart(failure: string): SkippedPart {
  const reason = `was not read by the model that reviews packages (${failure})`
  return { path: 'SKILL.md', reason }
}

/** The name of rules together with the model that read the package. Pure. */
export function rulesetWith(ruleset: string, reviewer: string | null): string {
  return reviewer === null ? ruleset : `${ruleset} + model ${modelReviewVersion} ${reviewer}`
}

async function answerOf(
  ask: AskModel,
  request: ModelRequest,
  texts: readonly ReviewedText[],
): Promise<ModelReview> {
  try {
    const { text, toolCalls } = await ask(request)
    const calls = toolCalls.filter(({ name }) => name === request.tools[0]?.name)
    // Some models call once for each finding: an empty first call does not speak for the others.
    const answers = calls.length > 0 ? calls.map(({ input }) => input) : [text]
    const read = answers.map((answer) => readReview(answer, texts))
    const findings = read.flatMap((one) => one ?? [])
    return { findings, failure: read.includes(null) ? 'model.review-unreadable' : null }
  } catch (error) {
    if (isProblemError(error)) return { findings: [], failure: error.problem.code }
    throw error
  }
}

function requestOf({ system, text, tool }: ReturnType<typeof reviewQuestion>): ModelRequest {
  // A skill's control tokens of a chat template would end the question.
  const messages = [{ role: 'user' as const, text: neutraliseTemplates(text) }]
  return { system: [system], stableBlocks: 1, messages, tools: [tool] }
}
