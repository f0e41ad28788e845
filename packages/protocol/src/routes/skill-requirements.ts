import { idParam } from '../schemas/common.ts'
import { packageApprovalSchema, skillRequirementsSchema } from '../schemas/skill-requirements.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Skills')

/** Packages that the scripts of a skill depend on. */
export const skillRequirementRoutes = {
  get: route({
    operationId: 'getSkillRequirements',
    method: 'get',
    path: '/api/v1/skills/{id}/requirements',
    summary: 'Get the packages the scripts of a skill need, and whether they are installed',
    description: 'Read from requirements.txt and package.json at the root of the newest revision.',
    access: 'skills.read',
    params: idParam,
    response: { status: 200, schema: skillRequirementsSchema },
  }),
  resolve: route({
    operationId: 'resolveSkillRequirements',
    method: 'post',
    path: '/api/v1/skills/{id}/requirements/resolve',
    summary: 'Resolve the packages the scripts of a skill need to exact versions',
    description:
      'Asks the package index, once, and installs nothing. Codes: `layer.*`, `sandbox.*`.',
    access: 'skills.read',
    params: idParam,
    response: { status: 200, schema: skillRequirementsSchema },
  }),
  approve: route({
    operationId: 'approveSkillRequirements',
    method: 'post',
    path: '/api/v1/skills/{id}/requirements/approve',
    summary: 'Approve exact lists of packages for scripts',
    description:
      'For owners and admins. Holds for the whole organisation, and for exactly these lists. Codes: `approval.administrators-only`, `layer.list-changed`.',
    access: 'skills.read',
    params: idParam,
    body: packageApprovalSchema,
    response: { status: 200, schema: skillRequirementsSchema },
    problems: [409],
  }),
} as const
