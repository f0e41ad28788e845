import { idParam } from '../schemas/common.ts'
import { skillRequirementsSchema } from '../schemas/skill-requirements.ts'
import { apiRoute } from './api-route.ts'

/** Packages that a skill's scripts need besides their interpreter (C10). */
export const skillRequirementRoutes = {
  get: apiRoute({
    operationId: 'getSkillRequirements',
    method: 'get',
    path: '/api/v1/skills/{id}/requirements',
    tag: 'Skills',
    summary: 'What the skill’s scripts need installed, and whether it is',
    description: 'From requirements.txt and package.json at the root of the newest revision.',
    access: 'skills.read',
    params: idParam,
    response: { status: 200, schema: skillRequirementsSchema },
  }),
} as const
