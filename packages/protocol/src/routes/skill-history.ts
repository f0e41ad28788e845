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
import { apiRoute } from './api-route.ts'
import { ifMatchHeader } from './conditional.ts'

const tag = 'Skills'
const access = 'skills.write'

/** Deleted skills, earlier revisions, and tags across many skills. */
export const skillHistoryRoutes = {
  deleted: apiRoute({
    operationId: 'listDeletedSkills',
    method: 'get',
    path: '/api/v1/skills/deleted',
    tag,
    summary: 'List the deleted skills you may restore, newest first',
    description: 'A deleted skill is kept for 30 days.',
    access,
    query: z.object(cursorQuery),
    response: { status: 200, schema: deletedSkillPageSchema },
  }),
  forget: apiRoute({
    operationId: 'forgetDeletedSkill',
    method: 'delete',
    path: '/api/v1/skills/deleted/{id}',
    tag,
    summary: 'Delete a deleted skill permanently, now',
    description: 'Also deletes its revisions and secrets. This cannot be undone.',
    access,
    params: idParam,
    response: { status: 204, schema: null },
  }),
  restore: apiRoute({
    operationId: 'restoreSkill',
    method: 'post',
    path: '/api/v1/skills/{id}/restore',
    tag,
    summary: 'Restore a deleted skill',
    description:
      'Restores id, revisions, enabled state, secrets and attachments to agents. A skill that is not deleted is returned unchanged.',
    access,
    params: idParam,
    body: skillRestoreSchema,
    response: { status: 200, schema: skillSchema },
    problems: [409],
  }),
  restoreRevision: apiRoute({
    operationId: 'restoreSkillRevision',
    method: 'post',
    path: '/api/v1/skills/{id}/revisions/{number}/restore',
    tag,
    summary: 'Restore an earlier revision as the newest one',
    description: 'Creates a new revision with the same files; the history stays complete.',
    access,
    params: idParam.extend({ number: pathNumber(1, 2_147_483_647) }),
    headers: ifMatchHeader,
    body: revisionRestoreSchema,
    response: { status: 200, schema: skillSchema },
    problems: [412],
  }),
  renameTag: apiRoute({
    operationId: 'renameTag',
    method: 'patch',
    path: '/api/v1/skills/tags/{tag}',
    tag,
    summary: 'Rename a tag, or merge it into another, on every skill you may write',
    description: 'Creates a new revision of each skill and returns a result for each.',
    access,
    params: tagParam,
    body: tagRenameSchema,
    response: { status: 200, schema: tagChangeSchema },
  }),
  removeTag: apiRoute({
    operationId: 'removeTag',
    method: 'delete',
    path: '/api/v1/skills/tags/{tag}',
    tag,
    summary: 'Remove a tag from every skill you may write',
    description: 'Creates a new revision of each skill and returns a result for each.',
    access,
    params: tagParam,
    response: { status: 200, schema: tagChangeSchema },
  }),
} as const
