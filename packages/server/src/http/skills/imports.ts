import { setImmediate } from 'node:timers/promises'
import type { Problem, RevisionDigest } from '@repertoire/core/base'
import {
  type ImportOutcome,
  importSkills,
  type ReviewOutcome,
  reviewImport,
} from '@repertoire/core/ingest'
import {
  type ImportResult,
  type ImportReview,
  type importRequestSchema,
  skillRoutes,
} from '@repertoire/protocol'
import { readSkillFields } from '@repertoire/skill-md'
import type { z } from 'zod'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'
import { toToolList } from '../wire/allowed-tools.ts'
import { toProblemSummary } from '../wire/conversation.ts'
import { toDiagnosticBody } from '../wire/diagnostic.ts'
import { toSkillSummary } from '../wire/skill.ts'
import { toStatedSource } from '../wire/stated-source.ts'
import { acknowledgedOf } from './acknowledged-findings.ts'

/** Imports many skills in one request, each with its own result. */
export function bindImports(bind: BindRoute, app: Application): void {
  bind(skillRoutes.importMany, async (call) => {
    const outcomes = await app.importQueue.run(call.caller.principal, () =>
      importSkills(catalogOf(app, call.caller), actorOf(call), {
        ...requestOf(call.body),
        reason: call.body.reason,
        refuseOlder: call.body.refuse_older,
        acknowledged: acknowledgedOf(call.body.acknowledged_findings),
        items: call.body.items.map(({ path, files, base_digest: base }) => ({
          path,
          ...(base && { baseDigest: base as RevisionDigest }),
          files: files.map((file) => ({
            path: file.path,
            bytes: Buffer.from(file.content_base64, 'base64'),
            executable: file.executable,
          })),
        })),
        yieldToEventLoop: () => setImmediate(),
      }),
    )
    return { body: { results: outcomes.map(toImportResult) } }
  })

  bind(skillRoutes.reviewImport, async (call) => {
    const outcomes = await app.importQueue.run(call.caller.principal, () =>
      reviewImport(catalogOf(app, call.caller), actorOf(call), {
        ...requestOf(call.body),
        items: call.body.items.map((item) => ({
          path: item.path,
          skillMd: Buffer.from(item.skill_md_base64, 'base64'),
          paths: item.file_paths,
        })),
        yieldToEventLoop: () => setImmediate(),
      }),
    )
    return { body: { results: outcomes.map(toImportReview) } }
  })
}

type Common = Pick<z.output<typeof importRequestSchema>, 'scope' | 'source' | 'overwrite'>

function requestOf({ scope, source, overwrite }: Common) {
  return { scope, source: source && toStatedSource(source), overwrite }
}

function toImportResult(outcome: ImportOutcome): ImportResult {
  const diagnostics = outcome.diagnostics.map(toDiagnosticBody)
  const { path, status } = outcome
  if (outcome.status === 'refused') {
    return {
      path,
      status,
      repaired: false,
      problem: toRefusalWithFindings(outcome.problem),
      diagnostics,
    }
  }
  const skill = toSkillSummary(outcome.skill)
  return { path, status, skill, repaired: outcome.repaired, diagnostics }
}

function toImportReview(outcome: ReviewOutcome): ImportReview {
  const { path } = outcome
  const diagnostics = outcome.diagnostics.map(toDiagnosticBody)
  if (!outcome.ok) return { path, problem: toRefusal(outcome.problem), diagnostics }
  const { slug, facts, replaces, conflictingSkill } = outcome
  const fields = readSkillFields(facts.frontmatter)
  const skill = {
    slug,
    name: facts.name,
    description: facts.description,
    allowed_tools: toToolList(fields.allowedTools ?? []),
    context_fork: fields.contextFork,
    content_hash: facts.contentHash,
    has_hooks: Object.keys(fields.hooks).length > 0,
  }
  return {
    ...{ path, skill, diagnostics },
    ...(replaces && { replaces: toSkillSummary(replaces) }),
    ...(conflictingSkill && { kept_beside: toSkillSummary(conflictingSkill) }),
  }
}

/** Whoever goes on has to see what was found. */
function toRefusalWithFindings(problem: Problem): NonNullable<ImportResult['problem']> {
  const hasFindings = problem.details && 'findings' in problem.details
  return { ...toRefusal(problem), ...(hasFindings && { details: problem.details }) }
}

function toRefusal(problem: Problem): NonNullable<ImportResult['problem']> {
  const { code, message, hint } = toProblemSummary(problem)
  return { code, message, ...(hint === undefined ? {} : { hint }) }
}
