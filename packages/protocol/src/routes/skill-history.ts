import { z } from '@hono/zod-openapi'
import { cursorQuery, idParam, pathNumber } from '../schemas/common.ts'
import {
  deletedSkillPageSchema,
  revisionRestoreSchema,
  skillRestoreSchema,
  tagChangeSchema,
  tagParam,
  tagRenameSchema,
} from '../schemas/skill-history.ts'
import { skillSchema } from '../schemas/skills.ts'
import { routesWithTag } from './api-route.ts'
import { ifMatchHeader } from './conditional.ts'

const route = routesWithTag('Skills')
const access = 'skills.write'

/** Deleted skills, earlier revisions, and tags across many skills. */
export const skillHistoryRoutes = {
  deleted: route({
    operationId: 'listDeletedSkills',
    method: 'get',
    path: '/api/v1/skills/deleted',
    summary: 'List the deleted skills you may restore, newest first',
    description: 'A deleted skill is kept for 30 days.',
    access,
    query: z.object(cursorQuery),
    response: { status: 200, schema: deletedSkillPageSchema },
  }),
  forget: route({
    operationId: 'forgetDeletedSkill',
    method: 'delete',
    path: '/api/v1/skills/deleted/{id}',
    summary: 'Delete a deleted skill permanently, now',
    description: 'Also deletes its revisions and secrets. This cannot be undone.',
    access,
    params: idParam,
    response: { status: 204, schema: null },
  }),
  restore: route({
    operationId: 'restoreSkill',
    method: 'post',
    path: '/api/v1/skills/{id}/restore',
    summary: 'Restore a deleted skill',
    description:
      'Restores id, revisions, enabled state, secrets and attachments to agents. A skill that is not deleted is returned unchanged.',
    access,
    params: idParam,
    body: skillRestoreSchema,
    response: { status: 200, schema: skillSchema },
    problems: [409],
  }),
  restoreRevision: route({
    operationId: 'restoreSkillRevision',
    method: 'post',
    path: '/api/v1/skills/{id}/revisions/{number}/restore',
    summary: 'Restore an earlier revision as the newest one',
    description: 'Creates a new revision with the same files; the history stays complete.',
    access,
    params: idParam.extend({ number: pathNumber(1, 2_147_483_647) }),
    headers: ifMatchHeader,
    body: revisionRestoreSchema,
    response: { status: 200, schema: skillSchema },
    problems: [412],
  }),
  renameTag: route({
    operationId: 'renameTag',
    method: 'patch',
    path: '/api/v1/skills/tags/{tag}',
    summary: 'Rename a tag, or merge it into another, on every skill you may write',
    description: 'Creates a new revision of each skill and returns a result for each.',
    access,
    params: tagParam,
    body: tagRenameSchema,
    response: { status: 200, schema: tagChangeSchema },
  }),
  removeTag: route({
    operationId: 'removeTag',
    method: 'delete',
    path: '/api/v1/skills/tags/{tag}',
    summary: 'Remove a tag from every skill you may write',
    description: 'Creates a new revision of each skill and returns a result for each.',
    access,
    params: tagParam,
    response: { status: 200, schema: tagChangeSchema },
  }),
} as const
