import { idParam } from '../schemas/common.ts'
import { skillEvalRequestSchema, skillEvalSchema } from '../schemas/skill-evals.ts'
import { apiRoute } from './api-route.ts'

/** Trigger tests: the messages that must, and must not, bring a skill up. */
export const skillEvalRoutes = {
  run: apiRoute({
    operationId: 'runSkillEvals',
    method: 'post',
    path: '/api/v1/skills/{id}/evals',
    tag: 'Skills',
    summary: 'Run the skill’s trigger tests against the choice of skills',
    description:
      'Each message of `evals/triggers.yaml` in the newest revision is routed as a turn of yours would be. Nothing is started and nothing is kept.',
    access: 'skills.read',
    params: idParam,
    body: skillEvalRequestSchema,
    response: { status: 200, schema: skillEvalSchema },
    problems: [404],
  }),
} as const
