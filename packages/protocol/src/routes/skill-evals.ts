import { idParam } from '../schemas/common.ts'
import { skillEvalRequestSchema, skillEvalSchema } from '../schemas/skill-evals.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Skills')

/** Trigger tests: messages that must, and must not, surface a skill. */
export const skillEvalRoutes = {
  run: route({
    operationId: 'runSkillEvals',
    method: 'post',
    path: '/api/v1/skills/{id}/evals',
    summary: 'Run the trigger tests of a skill against routing',
    description:
      'Routes each message of `evals/triggers.yaml` in the newest revision as a turn of yours. Starts nothing and stores nothing.',
    access: 'skills.read',
    params: idParam,
    body: skillEvalRequestSchema,
    response: { status: 200, schema: skillEvalSchema },
    problems: [404],
  }),
} as const
