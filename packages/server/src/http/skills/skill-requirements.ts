import { isProblemError, ProblemError, type SkillId } from '@repertoire/core/base'
import {
  listDependencies,
  queueKeyOf,
  type ScriptDependencies,
  type Skill,
} from '@repertoire/core/domain'
import { skillNotFound } from '@repertoire/core/ports'
import { approvePackages } from '@repertoire/core/use'
import { type SkillRequirementsBody, skillRequirementRoutes } from '@repertoire/protocol'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Caller } from '../../identity/auth/authenticate.ts'
import type { NeedsReport } from '../../runtime/layers/layer-service.ts'
import { readSkillNeeds } from '../../runtime/layers/skill-needs.ts'
import { type Application, catalogOf } from '../base/application.ts'
import type { BindRoute } from '../base/bind-route.ts'

/** The packages that a skill's scripts need, whether they are installed, and the approval of them. */
export function bindSkillRequirements(bind: BindRoute, app: Application): void {
  bind(skillRequirementRoutes.get, async ({ params, caller }) => {
    const skill = await skillOf(app, caller, params.id)
    return { body: await requirementsBody(app, caller, skill) }
  })

  bind(skillRequirementRoutes.resolve, async ({ params, caller, request }) => {
    const skill = await skillOf(app, caller, params.id)
    const queueKey = queueKeyOf(caller.principal)
    const { packageApprovals } = catalogOf(app, caller).store
    const { approved } = packageApprovals
    const needs = await needsOf(app, caller, skill)
    const { signal } = request
    await app.layers.unapproved({ queueKey, needs, signal, approved })
    return { body: await requirementsBody(app, caller, skill) }
  })

  bind(skillRequirementRoutes.approve, async (call) => {
    const { params, caller, body } = call
    const skill = await skillOf(app, caller, params.id)
    const { store } = catalogOf(app, caller)
    const found = await reportOf(app, caller, await needsOf(app, caller, skill))
    const lists = found.flatMap(({ list }) =>
      list && body.digests.includes(list.digest) ? [list] : [],
    )
    if (lists.length < new Set(body.digests).size) throw new ProblemError(listChanged)
    await approvePackages(store, lists, { by: caller.principal.userId, now: app.clock.now() })
    await recordAudit(app, call, {
      action: 'packages-approved',
      target: skill.id,
      details: { slug: skill.slug, digests: lists.map(({ digest }) => digest) },
    })
    return { body: await requirementsBody(app, caller, skill) }
  })
}

const listChanged = {
  code: 'layer.list-changed',
  kind: 'conflict',
  message: 'The skill needs other packages than the ones you approve. Nothing was approved.',
  hint: 'Resolve its requirements again, look at the new list, and approve that.',
} as const

async function skillOf(app: Application, caller: Caller, id: string): Promise<Skill> {
  const skill = await catalogOf(app, caller).store.skills.get(
    caller.principal.userId,
    id as SkillId,
  )
  if (!skill) throw skillNotFound(id)
  return skill
}

/** A shell script may start either interpreter. */
function needsOf(app: Application, caller: Caller, { id: skillId, head }: Skill) {
  const { skills } = catalogOf(app, caller).store
  const viewed = { skills, viewer: caller.principal.userId }
  return readSkillNeeds(viewed, { skillId, digest: head.digest }, 'shell')
}

function reportOf(app: Application, caller: Caller, needs: ScriptDependencies) {
  const { approved } = catalogOf(app, caller).store.packageApprovals
  return app.layers.report({ needs, approved })
}

async function requirementsBody(
  app: Application,
  caller: Caller,
  skill: Skill,
): Promise<SkillRequirementsBody> {
  let items: SkillRequirementsBody['items'] = []
  try {
    const needs = await needsOf(app, caller, skill)
    items = kinds.filter((kind) => needs[kind] !== null).map((kind) => unknownItem(kind, needs))
    const found = await reportOf(app, caller, needs)
    return { items: found.map(toItem), problem: null }
  } catch (error) {
    if (!isProblemError(error)) throw error
    return { items, problem: error.problem.message }
  }
}

const kinds = ['python', 'node'] as const

type Item = SkillRequirementsBody['items'][number]

/** What is known where no sandbox tells which packages fit. */
function unknownItem(kind: Item['kind'], needs: ScriptDependencies): Item {
  const packages = [...listDependencies(needs, kind)]
  return { kind, packages, installed: false, status: 'needs-approval', list: null }
}

function toItem({ list, packages, ...item }: NeedsReport): Item {
  const exact = list && { digest: list.digest, packages: [...list.packages] }
  return { ...item, packages: [...packages], list: exact }
}
