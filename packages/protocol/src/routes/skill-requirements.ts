import { idParam } from '../schemas/common.ts'
import { skillRequirementsSchema } from '../schemas/skill-requirements.ts'
import { apiRoute } from './api-route.ts'

/** Packages that the scripts of a skill depend on (C10). */
export const skillRequirementRoutes = {
  get: apiRoute({
    operationId: 'getSkillRequirements',
    method: 'get',
    path: '/api/v1/skills/{id}/requirements',
    tag: 'Skills',
    summary: 'Get the packages the scripts of a skill need, and whether they are installed',
    description: 'Read from requirements.txt and package.json at the root of the newest revision.',
    access: 'skills.read',
    params: idParam,
    response: { status: 200, schema: skillRequirementsSchema },
  }),
} as const
