import {
  authoredApprovalSchema,
  authoredRestoreSchema,
  authoredToolPageSchema,
  authoredToolQuery,
  authoredToolSchema,
  authoredToolUpdateSchema,
  authoredVersionParam,
  authoredVersionSchema,
} from '../schemas/authored-tools.ts'
import { idParam } from '../schemas/common.ts'
import { routesWithTag } from './api-route.ts'

const route = routesWithTag('Tools by agents')
const path = '/api/v1/authored-tools'

/** Tools and libraries written by agents; each belongs to the person it was written for. */
export const authoredToolRoutes = {
  list: route({
    operationId: 'listAuthoredTools',
    method: 'get',
    path,
    summary: 'List the tools and libraries agents wrote for you, by name',
    description: 'Owners and admins may list those of all people.',
    access: 'skills.read',
    query: authoredToolQuery,
    response: { status: 200, schema: authoredToolPageSchema },
  }),
  get: route({
    operationId: 'getAuthoredTool',
    method: 'get',
    path: `${path}/{id}`,
    summary: 'Get a tool or library with its code, dependencies and versions',
    access: 'skills.read',
    params: idParam,
    response: { status: 200, schema: authoredToolSchema },
  }),
  version: route({
    operationId: 'getAuthoredToolVersion',
    method: 'get',
    path: `${path}/{id}/versions/{number}`,
    summary: 'Get one version with its code',
    access: 'skills.read',
    params: authoredVersionParam,
    response: { status: 200, schema: authoredVersionSchema },
  }),
  update: route({
    operationId: 'updateAuthoredTool',
    method: 'patch',
    path: `${path}/{id}`,
    summary: 'Enable or disable a tool or library',
    description: 'Owners and admins may disable those of other people.',
    access: 'skills.write',
    params: idParam,
    body: authoredToolUpdateSchema,
    response: { status: 200, schema: authoredToolSchema },
  }),
  remove: route({
    operationId: 'deleteAuthoredTool',
    method: 'delete',
    path: `${path}/{id}`,
    summary: 'Delete a tool or library; it can be restored for 30 days',
    access: 'skills.write',
    params: idParam,
    response: { status: 204, schema: null },
  }),
  restore: route({
    operationId: 'restoreAuthoredTool',
    method: 'post',
    path: `${path}/{id}/restore`,
    summary: 'Restore a deleted tool or library',
    access: 'skills.write',
    params: idParam,
    response: { status: 200, schema: authoredToolSchema },
    problems: [409],
  }),
  restoreVersion: route({
    operationId: 'restoreAuthoredToolVersion',
    method: 'post',
    path: `${path}/{id}/versions/{number}/restore`,
    summary: 'Restore an earlier version as a new version',
    access: 'skills.write',
    params: authoredVersionParam,
    body: authoredRestoreSchema,
    response: { status: 200, schema: authoredToolSchema },
    problems: [409, 412],
  }),
  approve: route({
    operationId: 'approveAuthoredTool',
    method: 'post',
    path: `${path}/{id}/approve`,
    summary: 'Approve a tool before its first call',
    description:
      'The approval is bound to the digest of the code; a different digest returns `authored.changed`.',
    access: 'skills.write',
    params: idParam,
    body: authoredApprovalSchema,
    response: { status: 200, schema: authoredToolSchema },
    problems: [409, 412],
  }),
} as const
