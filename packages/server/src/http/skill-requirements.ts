import {
  dependencyFiles,
  isProblemError,
  listDependencies,
  readScriptDependencies,
  type SkillId,
  skillNotFound,
} from '@repertoire/core'
import { type SkillRequirementsBody, skillRequirementRoutes } from '@repertoire/protocol'
import { type Application, catalogOf } from './application.ts'
import type { BindRoute } from './bind-route.ts'

/** The packages that a skill's scripts need, and whether they are installed (C10). */
export function bindSkillRequirements(bind: BindRoute, app: Application): void {
  bind(skillRequirementRoutes.get, async ({ params, caller }) => {
    const { skills } = catalogOf(app, caller).store
    const viewer = caller.principal.userId
    const skill = await skills.get(viewer, params.id as SkillId)
    if (!skill) throw skillNotFound(params.id)
    const { digest } = skill.head
    const read = dependencyFiles.map(async (path) => {
      const bytes = await skills.file(viewer, skill.id, digest, path)
      return [path, bytes && Buffer.from(bytes).toString()] as const
    })
    const texts = new Map(await Promise.all(read))
    return { body: await requirementsBody(app, (path) => texts.get(path) ?? undefined) }
  })
}

async function requirementsBody(
  { layers }: Application,
  text: (path: string) => string | undefined,
) {
  let items: SkillRequirementsBody['items'] = []
  try {
    // A shell script may start either interpreter.
    const needs = readScriptDependencies(text, 'shell')
    items = kinds
      .filter((kind) => needs[kind] !== null)
      .map((kind) => ({ kind, packages: [...listDependencies(needs, kind)], installed: false }))
    const found = await layers.report(needs)
    items = found.map((item) => ({ ...item, packages: [...item.packages] }))
    return { items, problem: null }
  } catch (error) {
    if (!isProblemError(error)) throw error
    return { items, problem: error.problem.message }
  }
}

const kinds = ['python', 'node'] as const
