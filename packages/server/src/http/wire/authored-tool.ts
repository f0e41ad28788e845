import type { Problem } from '@repertoire/core/base'
import type { AuthoredHead, AuthoredTool, AuthoredVersion } from '@repertoire/core/domain'
import { type AuthoredClosure, isClosure } from '@repertoire/core/use'
import type {
  AuthoredToolBody,
  AuthoredToolSummary,
  AuthoredVersionBody,
  AuthoredVersionHeadBody,
} from '@repertoire/protocol'
import { toProblemSummary } from './conversation.ts'
import type { PersonNames } from './skill.ts'
import { wireTime, wireTimeOrNull } from './time.ts'

export type ClosureOrProblem = AuthoredClosure | Problem

export function toVersionHead(version: AuthoredHead['head']): AuthoredVersionHeadBody {
  return {
    number: version.number,
    digest: version.digest,
    description: version.description,
    parameters: version.parameters,
    requires: [...version.requires],
    reason: version.reason,
    author: version.author,
    trusted: version.trusted,
    created_at: wireTime(version.createdAt),
  }
}

export function toVersion(version: AuthoredVersion): AuthoredVersionBody {
  return { ...toVersionHead(version), code: version.code }
}

export function toSummary(
  tool: AuthoredHead,
  closure: ClosureOrProblem,
  names: PersonNames,
): AuthoredToolSummary {
  return { ...factsOf(tool, closure, names), head: toVersionHead(tool.head) }
}

export interface DescribedAuthoredTool {
  readonly tool: AuthoredTool
  readonly closure: ClosureOrProblem
  readonly versions: readonly AuthoredHead['head'][]
  readonly usedBy: readonly string[]
}

export function toAuthoredTool(
  { tool, closure, versions, usedBy }: DescribedAuthoredTool,
  names: PersonNames,
): AuthoredToolBody {
  const whole = isClosure(closure) ? closure : null
  const libraries = whole?.libraries ?? []
  return {
    ...factsOf(tool, closure, names),
    head: toVersion(tool.head),
    closure_digest: whole?.digest ?? null,
    libraries: libraries.map(({ id, name, head }) => ({ id, name, version: head.number })),
    used_by: [...usedBy],
    versions: versions.map(toVersionHead),
  }
}

function factsOf(tool: AuthoredHead, closure: ClosureOrProblem, names: PersonNames) {
  const { id, kind, name, owner, enabled } = tool
  const approved = isClosure(closure) && (closure.approved || kind === 'library')
  return {
    ...{ id, kind, name, owner, enabled },
    owner_name: names.get(owner) ?? null,
    status: !isClosure(closure) ? 'broken' : approved ? 'approved' : 'unapproved',
    problem: isClosure(closure) ? null : toProblemSummary(closure),
    created_at: wireTime(tool.createdAt),
    updated_at: wireTime(tool.updatedAt),
    deleted_at: wireTimeOrNull(tool.deletedAt),
  } as const
}
